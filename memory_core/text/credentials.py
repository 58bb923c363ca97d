"""Credentials: by the shape of their issuer, by a URL, or as the value of a label.

A label is what makes an ordinary word a secret, so it is judged strictly: `password: hunter2` is
one, `apiKey: env.X`, `max_tokens=4096`, hashes, ids and versions are not. Every repetition is
bounded or possessive, so that a message of megabytes costs linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from memory_core.text.labels import match_labels

PASSWORD = "password"  # noqa: S105  the name of a kind
TOKEN = "token"  # noqa: S105  the same
API_KEY = "api-key"
PRIVATE_KEY = "private-key"
SECRET = "secret"  # noqa: S105  the same
PIN = "pin"

_SHAPES = (
    (
        PRIVATE_KEY,
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:[^-]|-(?!----))*+-----END [A-Z0-9 ]{0,60}-----|[A-Za-z0-9+/=\s\\]*+)"
        ),
    ),
    (PRIVATE_KEY, re.compile(r"AGE-SECRET-KEY-1[0-9A-Z]{20,}")),
    (
        API_KEY,
        re.compile(
            r"(?<![A-Za-z0-9])(?:"
            r"sk-(?:proj|ant|or|svcacct|admin|live|test)-[\w-]{8,}+"
            r"|sk-(?=\w{0,60}[0-9])[A-Za-z0-9]{16,}+"
            r"|[sr]k_(?:live|test|prod)_\w{8,}+|AIza[\w-]{16,}+|(?:AKIA|ASIA)[A-Z0-9]{12,}+"
            r"|gsk_\w{16,}+|r8_\w{16,}+|SG\.[\w-]{12,}+\.[\w-]{12,}+|re_[A-Za-z0-9]{8,}+_[A-Za-z0-9]{8,}+"
            r"|tvly-[\w-]{16,}+|xai-\w{16,}+|pplx-\w{16,}+|nvapi-[\w-]{16,}+"
            r")"
        ),
    ),
    (
        TOKEN,
        re.compile(
            r"(?<![A-Za-z0-9])(?:"
            r"gh[opsur]_\w{12,}+|github_pat_\w{16,}+|gl(?:pat|ptt|dt|rt)-[\w-]{12,}+"
            r"|xox[a-z]-[\w-]{10,}+|xapp-[\w-]{10,}+|hf_[A-Za-z0-9]{16,}+|npm_[A-Za-z0-9]{20,}+"
            r"|pypi-[\w-]{16,}+|ya29\.[\w-]{16,}+|dop_v1_[a-f0-9]{16,}+|shp(?:at|ca|pa|ss)_\w{16,}+"
            r"|whsec_[\w+/=]{16,}+|[0-9]{8,10}:AA[\w-]{30,}+|hvs\.[\w-]{16,}+"
            r"|eyJ[\w-]{8,}+\.[\w-]{8,}+(?:\.[\w-]*+){1,3}"
            r")"
        ),
    ),
    (
        TOKEN,
        re.compile(
            r"(?i:\b(?:bearer|basic)\s{1,4})(?=[\w.~+/-]{0,80}[0-9])(?=[\w.~+/-]{0,80}[A-Za-z])"
            r"(?P<value>[\w.~+/-]{16,}+={0,2})"
        ),
    ),
    (
        PASSWORD,  # of a command: `curl -u lina:…`, `smbclient -U lina%…`
        re.compile(
            r"(?<![^\s])(?:-[uU]|--user(?:name)?)[ =]{0,2}[\"']?[\w.@\\-]{1,60}[:%]"
            r"(?P<value>[^\s\"'$<{:/]{4,200}+)"
        ),
    ),
    (TOKEN, re.compile(r"hooks\.slack\.com/services/(?P<value>[\w/]{12,}+)")),
    (
        PASSWORD,
        re.compile(
            r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@?#\"']{0,100}+:(?P<value>[^\s/\"'@]{1,200})@"
        ),
    ),
)

# a label of an identifier may have anything in front (DB_PASSWORD, stripeApiKey), nothing behind
_LABELS = (
    (
        PASSWORD,
        (
            r"pass(?:word|wd|phrase|code)?|pwd|mdp|mot\s+de\s+passe|contrase(?:ñ|n)a|clave\s+de\s+acceso"
            r"|passwort|kennwort|zugangscode|パスワード|密码|密碼|口令"
        ),
    ),
    (
        SECRET,
        (
            r"(?:client|app|shared|webhook|signing)[ _-]?secret|secret|geheimschlüssel|秘密鍵"
            r"|credentials?|クライアントシークレット"
        ),
    ),
    (
        API_KEY,
        (
            r"(?:api|access|secret|private|encryption|signing|account|master|auth|license|service)"
            r"[ _-]?key|api[ -]?schlüssel|clave\s+(?:de\s+(?:la\s+)?)?api|cl(?:é|e)\s+(?:d['’])?api"
            r"|api\s?キー|アクセスキー|api\s?密[钥鑰]|密钥|密鑰|访问密钥"
        ),
    ),
    (
        TOKEN,
        r"token|bearer|jeton(?:\s+d['’]accès)?|トークン|令牌|ficha\s+de\s+acceso",
    ),
    (PIN, r"pin(?:[ -]?(?:code|nummer|number))?|code\s+pin|暗証番号"),
)
_STEM_WORDS = """
    pass pwd mdp mot contrase clave kennwort zugangscode
    パスワード 密 口令 client app shared webhook signing secret geheim 秘密 credential クライアント
    api access private encryption account master
    auth license service clé cle アクセス 访问 token bearer jeton トークン 令牌 ficha
    pin code 暗証
"""
_STEMS = _STEM_WORDS.split()  # every beginning of a label above
_LABEL = "|".join(f"(?P<{kind.replace('-', '_')}>{words})" for kind, words in _LABELS)
_LABELLED = re.compile(
    rf"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z])|(?=[^\x00-\u024f]))(?:{_LABEL})(?![A-Za-z0-9_-])"
    r"(?P<of>\s{1,2}(?:for|of|to|at|on|für|zum|zur|vom|de|del|du|para|pour)"
    r"(?:\s{1,2}[\w.'’-]{1,30}){1,4}?)?"
    r"(?:\\?[\"'`]?\s{0,8}(?P<mark>:=|=>|->|[=:])\s{0,8}"
    r"|\s{1,2}(?P<verb>is|are|was|lautet|ist|es|est)\s{0,2}:?\s{1,2}"
    r"|\s?(?P<cjk>は|是|为|為)\s?:?|(?(of)(?!)|(?P<gap>\s{1,2})))"
    r"(?:\\?(?P<quote>[\"'`])(?P<quoted>[^\"'`\\\n]{1,500}+)|(?P<bare>[!-&(-+\--:<-_a-~À-ɏ]{3,500}+))",
    re.IGNORECASE,
)
_SHOUTED = re.compile(
    r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,60}_(?:KEY|AUTH|PASS|CREDS?|SALT|DSN)\s{0,4}=\s{0,4}"
    r"[\"']?(?P<value>[^\s\"'`;]{6,500}+)"
)
_REFERENCE = re.compile(
    r"(?:env|process\.env|os|getenv|deno|import\.meta|config|settings|secrets?|vars|self|this|vault"
    r"|ssm|arn|file|var|data|params?|request|req|ctx|options|args)[.:(\[]"
    r"|\$|%\w+%|\{|<|\*{3}|x{3,}$|\.{3}|\[|!|&|@\w+$|None\b|null\b|nil\b|undefined\b|true\b|false\b"
    r"|(?:[A-Za-z_]+\.)+[A-Za-z_]+$|[\w.]+\(",
    re.IGNORECASE,
)
_MARK = re.compile(r"\[(?:[a-z]+-)?(?:password|token|key|secret|pin|number|account)(?:\]|$)")
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NO_VALUES = """
    string str int integer number bool boolean text varchar bytes any optional required redacted
    hidden masked secret password token changed unknown forgotten reset expired missing invalid
    wrong correct empty none null here below above enabled disabled prompt needed
"""
_TYPE_WORDS = frozenset(_NO_VALUES.split())
_ALGORITHM = re.compile(
    r"(?:sha-?\d+|md5|argon2\w{0,2}|bcrypt|scrypt|pbkdf2|rfc-?\d+|oauth-?\d|utf-?\d+|base-?\d+|aes-?\d+"
    r"|rs\d+|hs\d+|es\d+|ed25519|x?\d+-?(?:bit|chars?|days?|years?|h|d|s|min)|v?\d+(?:\.\d+)+|\d+[.)]?"
    r"|[12]\d{3}-\d\d-\d\d)[.,;:!?)]*",
    re.IGNORECASE,
)
# least lengths of a value: quoted behind a label, said in a sentence, with digits, without
_QUOTED_LENGTH = 8
_SAID_LENGTH = 12
_MIXED_LENGTH = 6
_RAGGED_LENGTH = 12
_TRAILING = ".,;:!?)]}>*"


def find_credentials(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each credential's value; spans may overlap."""
    for kind, pattern in _SHAPES:
        group = "value" if "value" in pattern.groupindex else 0
        for match in pattern.finditer(text):
            if not _is_reference(match[group]):
                yield kind, match.start(group), match.end(group)
    for match in match_labels(_LABELLED, _STEMS, text):
        if span := _labelled_value(match):
            yield _kind_of(match), *span
    for match in _SHOUTED.finditer(text):
        value = match["value"].rstrip(_TRAILING)
        if not _is_reference(value) and _is_mixed(value):
            yield SECRET, match.start("value"), match.start("value") + len(value)


def _is_reference(value: str) -> bool:
    """Tell a value that only points at a secret, or from which one was already taken."""
    return bool(_REFERENCE.match(value) or _MARK.search(value))


def _kind_of(match: re.Match[str]) -> str:
    return next(kind for kind, _ in _LABELS if match[kind.replace("-", "_")])


def _labelled_value(match: re.Match[str]) -> tuple[int, int] | None:
    """Return the span of the label's value if it is a secret and no mere talk about one."""
    group = "quoted" if match["quoted"] else "bare"
    value = match[group] if match["quoted"] else match[group].rstrip(_TRAILING)
    if not value or _is_reference(value):
        return None
    if match["mark"] and not match["of"]:
        secret = _is_marked_secret(match, value)
    else:
        secret = _is_said_secret(match, value)
    return (match.start(group), match.start(group) + len(value)) if secret else None


def _is_marked_secret(match: re.Match[str], value: str) -> bool:
    """Judge `label = value` and `label: value`."""
    kind = _kind_of(match)
    if kind == PIN:
        return re.fullmatch(r"[0-9]{4,8}", value) is not None
    if value.casefold() in _TYPE_WORDS:
        return False
    if kind == PASSWORD:
        return _is_marked_password(match, value)
    return _is_mixed(value) or (match["quoted"] is not None and len(value) >= _QUOTED_LENGTH)


def _is_marked_password(match: re.Match[str], value: str) -> bool:
    if match[PASSWORD].casefold() == "pass" and match["mark"] == ":":  # a ski pass, a mountain pass
        return _is_mixed(value)
    return match["quoted"] is not None or not _PLAIN_WORD.fullmatch(value) or _stands_last(match)


def _is_said_secret(match: re.Match[str], value: str) -> bool:
    """Judge `the label for X is value` and `label value`, where a sentence may just go on."""
    kind = _kind_of(match)
    if kind == PIN:
        return match["gap"] is None and re.fullmatch(r"[0-9]{4,8}", value) is not None
    if match["quoted"] is not None and match["gap"] is None:
        return kind == PASSWORD or _is_mixed(value)
    if kind != PASSWORD and (match["gap"] is not None or len(value) < _SAID_LENGTH):
        return False
    return _is_mixed(value) and not _ALGORITHM.fullmatch(value)


def _is_mixed(value: str) -> bool:
    """Tell what no word is: six characters or more, of letters and of digits or signs."""
    if len(value) < _MIXED_LENGTH or _ALGORITHM.fullmatch(value):
        return False
    digits = any(c.isdigit() for c in value)
    signs = any(c in "!#$%&*+=?@^~" for c in value)
    return any(c.isalpha() for c in value) and (digits or signs or _is_ragged(value))


def _is_ragged(value: str) -> bool:
    """Tell mixed case that no camel case explains: random letters switch case within words."""
    switches = sum(a.islower() and b.isupper() for a, b in pairwise(value))
    return len(value) >= _RAGGED_LENGTH and switches * 4 > len(value)


def _stands_last(match: re.Match[str]) -> bool:
    """Tell whether a clause ends behind the value: a word that talk goes on after is no value."""
    if match["mark"] == "=":
        return True
    rest = match.string[match.start("bare") + len(match["bare"].rstrip(_TRAILING)) :][:2]
    return not rest or rest[0] in "\n\r,;.)]}'\"|" or (rest[0] == " " and rest[1:] in {"", "\n"})
