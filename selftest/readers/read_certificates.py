"""Prints what the package cryptography reads in each file, tabs in between: path, serial number, public key, key usage; or path and error."""

import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

USAGES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
)


def read(path):
    certificate = x509.load_der_x509_certificate(Path(path).read_bytes())
    certificate.subject.rfc4514_string()
    certificate.issuer.rfc4514_string()
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo).hex()
    usages = [extension.value for extension in certificate.extensions if isinstance(extension.value, x509.KeyUsage)]
    bits = "".join("1" if getattr(usage, name) else "0" for usage in usages for name in USAGES)
    return [path, f"{certificate.serial_number:x}", key, bits]


for path in sys.argv[1:]:
    try:
        print("\t".join(read(path)))
    except Exception as error:
        print(f"{path}\t{type(error).__name__}: {error}".replace("\n", " "))
