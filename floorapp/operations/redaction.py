"""Secrets taken out of words before anybody keeps or sends them: hashes, private keys, passwords in addresses."""

from __future__ import annotations

import re

#: What stands in a secret's place.
LEFT_OUT = "(left out)"

# Each begins with letters that are rare: a log's longest line costs no more than reading it.
_SECRETS = (
    (re.compile(r"\$argon2[a-z]*\$[^\s'\")]+"), LEFT_OUT),
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL), LEFT_OUT),
    # A password that was not escaped may hold anything: it goes on to the last @ before the quotes or the line end.
    (re.compile(r"://([^\s:/@]{0,80}):[^'\"\n]{1,200}@"), rf"://\1:{LEFT_OUT}@"),
    (
        re.compile(
            r"(?i)(password|passwd|pwd|\bpin|secret|token)(['\"]?\s*[=:]\s*)"
            r"('[^'\n]{0,200}|\"[^\"\n]{0,200}|[^\s'\",)&]+)"
        ),
        rf"\1\2{LEFT_OUT}",
    ),
)


def redacted(text: str) -> str:
    """The same words without the secrets in them."""
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    return text
