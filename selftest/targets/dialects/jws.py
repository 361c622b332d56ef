"""JWS with RSASSA-PKCS1-v1_5 in plain Python, and strict JSON."""
import base64
import hashlib
import json

PREFIXES = {
    "RS256": ("sha256", "3031300d060960864801650304020105000420"),
    "RS384": ("sha384", "3041300d060960864801650304020205000430"),
    "RS512": ("sha512", "3051300d060960864801650304020305000440"),
}


class Refusal(Exception):
    def __init__(self, text, status=400):
        super().__init__(text)
        self.status = status


def must(holds, text, status=400):
    if not holds:
        raise Refusal(text, status)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    """One canonical spelling alone: a copy with other unused bits is the same JWT."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refusal("not base64url")
    must(encode(data) == text, "not canonical base64url")
    return data


def strict_object(data):
    def unique(pairs):
        must(len({name for name, _ in pairs}) == len(pairs), "a member is given twice")
        return dict(pairs)

    try:
        value = json.loads(data.decode("utf-8", "strict"), object_pairs_hook=unique)
    except (ValueError, RecursionError):
        raise Refusal("no JSON")
    must(isinstance(value, dict), "no JSON object")
    return value


def padded(alg, signed, size):
    digest, prefix = PREFIXES[alg]
    end = bytes.fromhex(prefix) + hashlib.new(digest, signed).digest()
    return b"\0\1" + b"\xff" * (size - len(end) - 3) + b"\0" + end


def is_signed(alg, signed, signature, certificate):
    size = (certificate.n.bit_length() + 7) // 8
    number = int.from_bytes(signature, "big")
    if len(signature) != size or number >= certificate.n:
        return False
    return pow(number, certificate.e, certificate.n).to_bytes(size, "big") == padded(alg, signed, size)


def sign(claims, key, x5c):
    header = {"alg": "RS256", "typ": "JWT", "x5c": x5c}
    signed = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
    n, d = key
    size = (n.bit_length() + 7) // 8
    number = int.from_bytes(padded("RS256", signed.encode(), size), "big")
    return f"{signed}.{encode(pow(number, d, n).to_bytes(size, 'big'))}"
