"""
A register of participants of the widespread older form that answers queries alone: `POST /connect/token` and
`GET /parties?eori=`, with a list. Python's standard library and the `openssl` command; BREAK leaves out rules.
"""
import base64
import hashlib
import json
import os
import secrets
import sys
import threading
import time
import urllib.parse
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chains
from der import Certificate, pem, private_key
from jws import PREFIXES, Refusal, decode, is_signed, must, sign, strict_object

BROKEN = set(filter(None, os.environ.get("BREAK", "").split(",")))
KIT = os.environ["ASSAY_KIT"]
MOST = 1_000_000
TOLERANCE = 5


def text_of(name):
    with open(os.path.join(KIT, name)) as file:
        return file.read()


kit = json.loads(text_of("kit.json"))
OWN = kit["target"]["partyId"]
KEY = private_key(text_of(kit["target"]["key"]))
CHAIN = [base64.b64encode(der).decode() for der in pem(text_of(kit["target"]["chain"]))]
ROOTS = [der for name in kit["trust"]["roots"] for der in pem(text_of(name))]
PARTIES = {party["partyId"]: party for party in kit["parties"]}
for party in PARTIES.values():
    party["ders"] = [pem(text_of(name))[0] for name in party["certificates"]]

tokens = {}
lock = threading.Lock()
used_file = os.path.join(KIT, "register.used")
used = set(open(used_file).read().split()) if os.path.exists(used_file) else set()


def accept_once(issuer, jti):
    name = hashlib.sha256(json.dumps([issuer, jti]).encode()).hexdigest()
    with lock:
        if name in used:
            return False
        with open(used_file, "a") as file:
            file.write(f"{name}\n")
            file.flush()
            os.fsync(file.fileno())
        used.add(name)
        return True


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def authenticate(client_id, assertion):
    """Raises Refusal unless the assertion is one of that client for this register."""
    pieces = assertion.split(".")
    must(len(pieces) == 3, "no compact JWS")
    header, claims = (strict_object(decode(piece)) for piece in pieces[:2])
    must(set(header) <= {"alg", "typ", "x5c"} and header.get("typ", "JWT") == "JWT", "the header holds something else")
    alg = header.get("alg")
    is_none = alg == "none" and "alg-none" in BROKEN
    must(is_none or (isinstance(alg, str) and alg in PREFIXES), "alg is not permitted")
    leaf = chains.check(chains.read(header.get("x5c")), ROOTS, BROKEN)
    signed = ".".join(pieces[:2]).encode()
    must(is_none or "signature" in BROKEN or is_signed(alg, signed, decode(pieces[2]), leaf), "the signature is wrong")
    must(claims.get("iss") == client_id, "iss is somebody else")
    must(claims.get("sub") == client_id or "sub" in BROKEN, "sub is somebody else")
    aud = claims.get("aud")
    several = isinstance(aud, list) and OWN in aud and (len(aud) == 1 or "two-audiences" in BROKEN)
    must(aud == OWN or several, "aud is not this register alone")
    jti, iat, exp = (claims.get(name) for name in ("jti", "iat", "exp"))
    must(isinstance(jti, str) and jti.strip() != "", "jti is missing")
    must(whole(iat) and whole(exp), "iat or exp is no integer")
    must(exp - iat == 30 or "lifetime" in BROKEN, "exp is not iat plus 30")
    now = time.time()
    must(iat <= now + TOLERANCE and exp + TOLERANCE > now, "it is not its time")
    party = PARTIES.get(client_id)
    must(party is not None, "the client is not known")
    must(party["status"] == "Active" or "status" in BROKEN, "the client does not adhere")
    must(leaf.der in party["ders"] or "unregistered" in BROKEN, "the certificate is not registered")
    must(accept_once(client_id, jti) or "replay" in BROKEN, "the assertion was used before")


def form_of(body):
    try:
        pairs = urllib.parse.parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=True, errors="strict")
    except (ValueError, UnicodeError):
        raise Refusal("no form")
    must(len({name for name, _ in pairs}) == len(pairs), "a parameter is given twice")
    return dict(pairs)


def grant(form):
    must(form.get("grant_type") == "client_credentials", "grant_type is missing")
    must(form.get("scope") == "iSHARE", "scope is missing")
    must(form.get("client_id"), "client_id is missing")
    must(form.get("client_assertion"), "client_assertion is missing")
    authenticate(form["client_id"], form["client_assertion"])
    token = secrets.token_urlsafe(32)
    tokens[token] = (form["client_id"], time.time() + 3600)
    return {"access_token": token, "token_type": "Bearer", "expires_in": 3600}


def caller_of(authorization):
    must(authorization and authorization.startswith("Bearer "), "no access token", 401)
    holder, until = tokens.get(authorization[7:], (None, 0))
    must(holder is not None and until > time.time(), "the access token is not known", 401)
    return holder


def record_of(party):
    def entry(der):
        fingerprint = hashlib.sha256(der).hexdigest()
        names = {"subject_name": party["name"], "certificate_type": "eSeal"}
        return {**names, "x5c": base64.b64encode(der).decode(), "x5t#S256": fingerprint}

    adherence = {"status": party["status"], "start_date": "2020-01-01T00:00:00Z", "end_date": "2099-01-01T00:00:00Z"}
    certificates = [entry(der) for der in party["ders"]]
    return {
        "party_id": party["partyId"],
        "adherence": adherence,
        "certificates": certificates,
        "claims": party.get("claims", []),
    }


def look_up(query, caller):
    asked = form_of(query.encode()).get("eori") if query else None
    found = [record_of(PARTIES[asked])] if asked in PARTIES else []
    iat = int(time.time())
    claims = {"iss": OWN, "sub": OWN, "aud": caller, "jti": str(uuid.uuid4()), "iat": iat, "exp": iat + 30}
    info = {"count": len(found), "data": found}
    return {"parties_token": sign({**claims, "parties_info": info}, KEY, CHAIN)}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 20

    def body(self):
        if "chunked" not in self.headers.get("transfer-encoding", ""):
            length = int(self.headers.get("content-length") or 0)
            must(length <= MOST, "the body is too large", 413)
            return self.rfile.read(length)
        data = b""
        while size := int(self.rfile.readline(100).split(b";")[0], 16):
            must(len(data) + size <= MOST, "the body is too large", 413)
            data += self.rfile.read(size)
            self.rfile.readline(10)
        self.rfile.readline(10)
        return data

    def answered(self):
        path, _, query = self.path.partition("?")
        body = self.body()
        if path == "/connect/token":
            if self.command == "GET" and "get" in BROKEN:
                return grant(form_of(query.encode()))
            must(self.command == "POST", "only POST is offered", 405)
            media = self.headers.get("content-type", "").split(";")[0].strip().lower()
            must(media == "application/x-www-form-urlencoded", "no form", 415)
            return grant(form_of(body))
        must(path == "/parties", "there is nothing here", 404)
        must(self.command == "GET", "only GET is offered", 405)
        return look_up(query, caller_of(self.headers.get("authorization")))

    def answer(self):
        try:
            status, said = 200, self.answered()
        except Refusal as refusal:
            status, said = refusal.status, {"error": "invalid_request", "error_description": str(refusal)}
            self.close_connection = refusal.status == 413
        except Exception as error:
            print(f"refused for a mistake: {error!r}", file=sys.stderr)
            status, said = 400, {"error": "invalid_request"}
            self.close_connection = True
        data = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


base = urllib.parse.urlsplit(os.environ["ASSAY_BASE_URL"])
Server((base.hostname, base.port), Handler).serve_forever()
