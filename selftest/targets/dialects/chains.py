"""Whether a chain leads from a client to a root of the trusted list, by OpenSSL; revocation by the CRL of the leaf."""
import base64
import os
import subprocess
import tempfile
import urllib.request

from der import Certificate
from jws import Refusal, must

NON_REPUDIATION = 1


def read(x5c):
    must(isinstance(x5c, list) and 2 <= len(x5c) <= 8, "x5c is no complete chain")
    chain = []
    for element in x5c:
        try:
            der = base64.b64decode(element, validate=True)
            must(base64.b64encode(der).decode() == element, "x5c holds no base64 of DER")
            chain.append(Certificate(der))
        except (ValueError, TypeError, IndexError):
            raise Refusal("x5c holds no certificate")
    return chain


def check(chain, roots, broken):
    """The leaf of the chain. Raises Refusal unless it may sign for somebody."""
    leaf, root = chain[0], chain[-1]
    must(root.der in roots or "chain" in broken, "the root is not on the trusted list")
    must(len({certificate.der for certificate in chain}) == len(chain), "a certificate stands twice in x5c")
    must(all(one.issuer == other.subject for one, other in zip(chain, chain[1:])), "x5c is in no order")
    must(leaf.is_rsa and not leaf.is_ca(), "the first certificate is nobody's to sign with")
    usage = leaf.key_usage()
    must(usage is not None and usage[NON_REPUDIATION : NON_REPUDIATION + 1] == "1", "the key usage lacks Non-Repudiation")
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, certificates in (("leaf", chain[:1]), ("between", chain[1:-1]), ("root", chain[-1:])):
            files[name] = os.path.join(folder, name)
            with open(files[name], "w") as file:
                file.write("".join(armoured(certificate.der) for certificate in certificates))
        command = ["openssl", "verify", "-no-CApath", "-no-CAstore", "-auth_level", "2", "-CAfile", files["root"]]
        if len(chain) > 2:
            command += ["-untrusted", files["between"]]
        must(said(command + [files["leaf"]])[0] == 0, "the chain is not valid")
        for url in leaf.crl_urls():
            revoked(url, command, files["leaf"], folder)
    return leaf


def revoked(url, command, leaf, folder):
    try:
        with urllib.request.urlopen(url, timeout=3) as answer:
            crl = answer.read(4_000_000)
    except OSError:
        return
    file = os.path.join(folder, "crl")
    with open(file, "wb") as written:
        written.write(crl)
    ended = subprocess.run(["openssl", "crl", "-inform", "DER", "-in", file, "-out", f"{file}.pem"], capture_output=True)
    if ended.returncode == 0:
        _, text = said([*command, "-crl_check", "-CRLfile", f"{file}.pem", leaf])
        must("certificate revoked" not in text, "the certificate is revoked")


def said(command):
    ended = subprocess.run(command, capture_output=True, timeout=10)
    return ended.returncode, (ended.stdout + ended.stderr).decode("utf-8", "replace")


def armoured(der):
    return f"-----BEGIN CERTIFICATE-----\n{base64.encodebytes(der).decode()}-----END CERTIFICATE-----\n"
