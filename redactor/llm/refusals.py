"""Say what to set where an endpoint refuses every request."""

from __future__ import annotations

_GO_ON = "then repeat the command, which goes on where it stopped, or start the service again"


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


def batch_refusal_message(status: int | None, wished: float | None, has_key: bool) -> str:
    """Return the message for a request to a batch API that failed.

    status: the HTTP status; None if no reply came. wished: the seconds that the endpoint asks to wait. has_key: as in
    `refusal_message`.
    """
    if status is None:
        return f"the endpoint of the LLM does not answer: see [llm] base_url and the network; {_GO_ON}"
    if status == 429:
        wait = "" if wished is None else f" (it asks to wait {wished:,.0f} seconds)"
        told = f"it is busy, or a limit of your account is reached: wait{wait}, or have the limit raised"
    elif status in (404, 405, 501):
        told = "it has no batch API there, or base_url is not the address of the API, mostly one that ends in /v1"
    elif status in (400, 409, 413, 422):
        told = (
            "it does not take the batch: see the limits of your account (requests, tokens and bytes of a batch), and "
            "whether [llm] model may be asked in batches; `redactor llm batch drop` gives a batch up"
        )
    elif status >= 500:
        told = "it is down: wait"
    else:
        told = what_to_set(status, has_key)
    return f"the endpoint of the LLM refuses what its batch API should do, with HTTP {status}: {told}; {_GO_ON}"
