# A webhook receiver with Python, without dependencies: WEBHOOK_SECRETS=whsec_… python3 receiver.py
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


# region verify
def is_genuine(raw_body: bytes, header: str | None, secrets: list[str], now: float) -> bool:
    """Whether the service signed these bytes recently. Pass two secrets during a rotation."""
    found = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header or "")
    if found is None:
        return False
    t, v1 = found.groups()
    signed = t.encode() + b"." + raw_body
    digests = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    is_signed = any([hmac.compare_digest(digest, v1) for digest in digests])
    return is_signed and abs(now - int(t)) <= 300
# endregion


SECRETS = os.environ["WEBHOOK_SECRETS"].split(",")
seen: set[str] = set()  # in production, a table with the body under a unique key


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        if not is_genuine(raw_body, self.headers.get("Service-Signature"), SECRETS, time.time()):
            self.send_response(401)
            self.end_headers()
            return
        event_id = self.headers["Service-Event-Id"]
        if event_id not in seen:
            print("new", event_id, json.loads(raw_body)["estado"], flush=True)
        seen.add(event_id)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print("listening", flush=True)
server.serve_forever()
