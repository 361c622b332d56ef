"""What a server has to read of certificates and keys, from DER; the path itself is verified by OpenSSL."""
import base64
import re

RSA = bytes.fromhex("06092a864886f70d010101")
KEY_USAGE = bytes.fromhex("0603551d0f")
BASIC_CONSTRAINTS = bytes.fromhex("0603551d13")
CRL_POINTS = bytes.fromhex("0603551d1f")


def parts(data):
    """The elements of a constructed value, each as (tag, content, whole)."""
    found, at = [], 0
    while at < len(data):
        tag, length, begin = data[at], data[at + 1], at + 2
        if length & 0x80:
            size = length & 0x7F
            length = int.from_bytes(data[begin : begin + size], "big")
            begin += size
        end = begin + length
        if end > len(data):
            raise ValueError("DER is cut off")
        found.append((tag, data[begin:end], data[at:end]))
        at = end
    return found


def pem(text):
    """The DER of each part of a PEM file."""
    blocks = re.findall(r"-----BEGIN [A-Z ]+-----(.*?)-----END", text, re.S)
    return [base64.b64decode("".join(block.split())) for block in blocks]


class Certificate:
    def __init__(self, der):
        whole = parts(der)
        if len(whole) != 1 or whole[0][2] != der:
            raise ValueError("not one certificate")
        tbs = [part for part in parts(parts(whole[0][1])[0][1])]
        if tbs[0][0] == 0xA0:
            tbs = tbs[1:]
        self.der = der
        self.issuer, self.subject = tbs[2][2], tbs[4][2]
        algorithm, key = parts(tbs[5][1])
        self.is_rsa = parts(algorithm[1])[0][2] == RSA
        if self.is_rsa:
            modulus, exponent = parts(parts(key[1][1:])[0][1])
            self.n, self.e = (int.from_bytes(part[1], "big") for part in (modulus, exponent))
        groups = [part for part in tbs[6:] if part[0] == 0xA3]
        extensions = parts(parts(groups[0][1])[0][1]) if groups else []
        self.extensions = {}
        for extension in extensions:
            fields = parts(extension[1])
            self.extensions[fields[0][2]] = fields[-1][1]

    def key_usage(self):
        """Bits of the key usage as text; none where there is no such extension."""
        value = self.extensions.get(KEY_USAGE)
        return None if value is None else "".join(f"{byte:08b}" for byte in parts(value)[0][1][1:])

    def is_ca(self):
        value = self.extensions.get(BASIC_CONSTRAINTS)
        return value is not None and any(tag == 1 and content != b"\0" for tag, content, _ in parts(parts(value)[0][1]))

    def crl_urls(self):
        return [url.decode() for url in re.findall(rb"http://[\x21-\x7e]+", self.extensions.get(CRL_POINTS, b""))]


def private_key(text):
    """Modulus and private exponent of an RSA key in PKCS#8."""
    [der] = pem(text)
    numbers = parts(parts(parts(parts(der)[0][1])[2][1])[0][1])
    return int.from_bytes(numbers[1][1], "big"), int.from_bytes(numbers[3][1], "big")
