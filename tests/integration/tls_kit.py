"""A certificate authority for tests, and the server certificates that it signs."""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
import uuid
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

HERE = ("127.0.0.1", "localhost")


class Authority:
    """path: its certificate as PEM, for ca_certs."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._key = folder, ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        built = _built(self._name, self._name, self._key.public_key(), self._key.public_key(), 30)
        built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        built = built.add_extension(usage, critical=True)
        self.path = folder / f"{name}.pem"
        self.path.write_bytes(built.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))

    def server(self, names: tuple[str, ...] = HERE, days: int = 7) -> ssl.SSLContext:
        """A TLS context for a server with these names and addresses, valid for so many days."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate(names, days))
        return context

    def certificate(self, names: tuple[str, ...] = HERE, days: int = 7) -> Path:
        """A certificate of a server, which a client may show, too, with its key, as PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        built = _built(subject, self._name, key.public_key(), self._key.public_key(), days)
        built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        built = built.add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        built = built.add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]), critical=False
        )
        both = self._folder / f"server-{uuid.uuid4().hex}.pem"
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        both.write_bytes(
            key.private_bytes(encoding, form, serialization.NoEncryption())
            + built.sign(self._key, hashes.SHA256()).public_bytes(encoding)
        )
        return both


def _built(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, signer: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=30))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), critical=False)
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
