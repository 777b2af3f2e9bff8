"""Pairs this program with the boat, and prints the token. Store it: the boat gives it once."""

import base64
import hashlib
import secrets
import time

from app_read import call

# Only this program knows the verifier, so that nobody else can collect the token.
verifier = secrets.token_urlsafe(32)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

request = call("v2/api/access/pairings", "POST", {"name": "Python app", "challenge": challenge})
print("Enter these digits on the console, under More, Access:", request["digits"], flush=True)
for _ in range(request["seconds"]):
    answer = call(f"v2/api/access/pairings/{request['id']}/collect", "POST", {"verifier": verifier})
    if answer.get("state") != "PENDING":
        print("token", answer["token"])
        break
    time.sleep(1)
