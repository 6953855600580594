"""Say what to set where an endpoint refuses every request."""

from __future__ import annotations

_GO_ON = "then repeat the command, which goes on where it stopped"


def refusal_message(status: int, has_key: bool) -> str:
    """Return the message for an HTTP status with which an endpoint refuses every request.

    has_key: whether the settings name a key.
    """
    return f"the endpoint of the LLM refuses every request with HTTP {status}: {what_to_set(status, has_key)}; {_GO_ON}"


def distrust_message(fault: str) -> str:
    """Return the message for a certificate that was refused. fault: what is wrong with it, as in "has expired"."""
    return (
        f"the certificate of the LLM's endpoint {fault}, so that nothing was sent: correct [llm] base_url, or have the "
        f"system trust the authority that signs it (SSL_CERT_FILE names a file of authorities); {_GO_ON}"
    )


def what_to_set(status: int, has_key: bool) -> str:
    """Return what an HTTP status of an endpoint asks a person to do."""
    if status in (401, 403):
        if has_key:
            return (
                "it does not accept the key in the variable that [llm] api_key_env names, or that key may not use"
                " [llm] model"
            )
        return "it asks for a key: put the key in a variable, and name that variable in [llm] api_key_env"
    if status == 404:
        return (
            "[llm] model is not a name that it knows, or base_url is not the address before /chat/completions, mostly "
            "one that ends in /v1"
        )
    if 300 <= status < 400:
        return "it redirects, which is not followed: put its real address in [llm] base_url"
    if status in (400, 415, 422):
        return (
            "it does not take even a question without any text of a patient: [llm] model may be no chat model, may "
            "write less than [llm] chunk_words asks for, or have less context than [llm] context_tokens; `redactor llm "
            "check` and the server's log tell more"
        )
    return "see `redactor llm check`, the server's log and the account with its provider"
