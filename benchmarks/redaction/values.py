"""Made-up secrets with valid check digits, and what only looks like one.

Each maker takes a random source, so that a corpus is the same for a seed. Check digits are those of
`python-stdnum`, which the detectors use too: what is measured is finding, not checking.
"""

from __future__ import annotations

import base64
import string
from collections.abc import Callable, Mapping
from random import Random

from stdnum import iban as iban_number
from stdnum import luhn

Maker = Callable[[Random], str]

_LETTERS = string.ascii_letters
_ALNUM = _LETTERS + string.digits
_BASE64 = _ALNUM + "+/"
_SIGNS = "!#$%*+-_?."


def _some(alphabet: str, count: int) -> Maker:
    return lambda random: "".join(random.choice(alphabet) for _ in range(count))


def _after(prefix: str, alphabet: str, count: int) -> Maker:
    rest = _some(alphabet, count)
    return lambda random: prefix + _with_digit(random, rest(random))


def _with_digit(random: Random, text: str) -> str:
    at = random.randrange(1, len(text) - 1)
    return text[:at] + random.choice(string.digits) + text[at + 1 :]


def _password(random: Random) -> str:
    """Return 8 to 14 characters with a letter, a digit and, in half of them, a sign."""
    size = random.randrange(8, 15)
    sign = random.choice(random.choice([_SIGNS, _ALNUM]))
    middle = _some(_ALNUM, size - 4)(random)
    first, last = random.choice(_LETTERS), random.choice(_LETTERS)
    return f"{first}{random.choice(string.digits)}{middle}{sign}{last}"


def _jwt(random: Random) -> str:
    def part(data: str) -> str:
        return base64.urlsafe_b64encode(data.encode()).decode().rstrip("=")

    subject = random.randrange(10**9)
    return ".".join(
        (
            part('{"alg":"HS256","typ":"JWT"}'),
            part(f'{{"sub":"{subject}"}}'),
            _some(_ALNUM + "-_", 43)(random),
        )
    )


def _pem(random: Random) -> str:
    kind = random.choice(["RSA ", "EC ", "", "OPENSSH "])
    lines = [_some(_BASE64, 64)(random) for _ in range(3)]
    return "\n".join(
        [f"-----BEGIN {kind}PRIVATE KEY-----", *lines, f"-----END {kind}PRIVATE KEY-----"]
    )


def _card(random: Random) -> str:
    prefix, size = random.choice([("4", 16), ("51", 16), ("55", 16), ("6011", 16), ("34", 15)])
    body = prefix + "".join(random.choice(string.digits) for _ in range(size - len(prefix) - 1))
    return body + luhn.calc_check_digit(body)


def _grouped(make: Maker, separator: str) -> Maker:
    def made(random: Random) -> str:
        text = make(random)
        return separator.join(text[at : at + 4] for at in range(0, len(text), 4))

    return made


def _long_card(random: Random) -> str:
    while (card := _card(random)).startswith("3"):  # American Express, of 15 digits
        pass
    return card


def _iban(random: Random) -> str:
    country, size = random.choice([("DE", 18), ("NL", 0), ("AT", 16), ("GB", 0)])
    digits = _some(string.digits, size or (10 if country == "NL" else 14))(random)
    bank = _some(string.ascii_uppercase, 4)(random) if country in {"NL", "GB"} else ""
    body = bank + digits
    return country + iban_number.calc_check_digits(f"{country}00{body}") + body


def _ssn(random: Random) -> str:
    return f"{random.randrange(100, 600)}-{random.randrange(10, 99)}-{random.randrange(1000, 9999)}"


def _nir(random: Random) -> str:
    body = (
        f"{random.choice('12')}{random.randrange(50, 99)}{random.randrange(1, 13):02}"
        f"{random.randrange(10, 90)}{random.randrange(1, 990):03}{random.randrange(1, 999):03}"
    )
    return f"{body}{97 - int(body) % 97:02}"


def _dni(random: Random) -> str:
    number = random.randrange(10_000_000, 99_999_999)
    return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def _resident(random: Random) -> str:
    body = (
        f"110105{random.randrange(1950, 2005)}{random.randrange(1, 13):02}"
        f"{random.randrange(1, 29):02}{random.randrange(1000):03}"
    )
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(w * int(c) for w, c in zip(weights, body, strict=True))
    return body + "10X98765432"[total % 11]


SECRETS: Mapping[str, Maker] = {
    "password": _password,
    "opaque": lambda random: _with_digit(
        random, _some(_ALNUM, random.choice([24, 32, 40]))(random)
    ),
    "hex": lambda random: _with_digit(random, _some("0123456789abcdef", 32)(random)),
    "base32": _some("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32),
    "openai": _after("sk-proj-", _ALNUM, 48),
    "anthropic": _after("sk-ant-api03-", _ALNUM, 60),
    "github": _after("ghp_", _ALNUM, 36),
    "gitlab": _after("glpat-", _ALNUM, 20),
    "slack": lambda random: f"xoxb-{random.randrange(10**11, 10**12)}-{_some(_ALNUM, 24)(random)}",
    "slack_hook": lambda random: "/".join(
        (
            "T" + _some(_ALNUM, 8)(random).upper(),
            "B" + _some(_ALNUM, 8)(random).upper(),
            _some(_ALNUM, 24)(random),
        )
    ),
    "google": _after("AIza", _ALNUM + "-_", 35),
    "stripe": _after("sk_live_", _ALNUM, 24),
    "npm": _after("npm_", _ALNUM, 36),
    "pypi": _after("pypi-AgEIcHlwaS5vcmc", _ALNUM, 60),
    "huggingface": _after("hf_", _ALNUM, 34),
    "sendgrid": lambda random: f"SG.{_some(_ALNUM, 22)(random)}.{_some(_ALNUM, 43)(random)}",
    "telegram": lambda random: (
        f"{random.randrange(10**8, 10**9)}:AA{_some(_ALNUM + '-_', 33)(random)}"
    ),
    "aws_id": lambda random: "AKIA" + _some(string.ascii_uppercase + "234567", 16)(random),
    "aws_secret": lambda random: _with_digit(random, _some(_BASE64, 40)(random)),
    "account_key": lambda random: _with_digit(random, _some(_BASE64, 86)(random)) + "==",
    "jwt": _jwt,
    "pem": _pem,
    "pin": lambda random: f"{random.randrange(1000, 9999)}",
    "card": _card,
    "card_spaced": _grouped(_long_card, " "),
    "card_dashed": _grouped(_long_card, "-"),
    "card_broken": _grouped(_long_card, "\n"),
    "iban": _iban,
    "iban_spaced": _grouped(_iban, " "),
    "ssn": _ssn,
    "nir": _nir,
    "dni": _dni,
    "resident": _resident,
}


def _tracking(random: Random) -> str:
    """Return 16 digits that are no card."""
    while luhn.is_valid(digits := _some(string.digits, 16)(random)):
        pass
    return digits


LOOK_ALIKES: Mapping[str, Maker] = {
    "sha1": _some("0123456789abcdef", 40),
    "hex40": _some("0123456789abcdef", 40),
    "sha256": _some("0123456789abcdef", 64),
    "hex32": _some("0123456789abcdef", 32),
    "hex16": _some("0123456789abcdef", 16),
    "hex6": _some("0123456789abcdef", 6),
    "b64_88": _some(_BASE64, 88),
    "uuid": lambda random: "-".join(_some("0123456789abcdef", n)(random) for n in (8, 4, 4, 4, 12)),
    "mac": lambda random: ":".join(_some("0123456789abcdef", 2)(random) for _ in range(6)),
    "order": lambda random: "-".join(_some(string.digits, n)(random) for n in (3, 7, 7)),
    "tracking": _tracking,
    "phone": lambda random: f"+49 30 {random.randrange(10**6, 10**7)}",
    "isbn": lambda random: "978-3-" + "-".join(_some(string.digits, n)(random) for n in (3, 5, 1)),
    "small": lambda random: str(random.randrange(2, 99)),
    "big": lambda random: str(random.randrange(1000, 99999)),
    "word": lambda random: random.choice(["harbour", "attic", "orchard", "lantern"]),
}
