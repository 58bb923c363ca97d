"""Tokens with a shape of their issuer: the patterns of `detect-secrets`, which follows issuers.

Only detectors whose pattern begins with fixed characters: others guess from words around, and cost
more than linear time on a message of megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

_PLUGINS = {  # module and class of a detector → kind of its finds
    ("aws", "AWSKeyDetector"): "api-key",
    ("azure_storage_key", "AzureStorageKeyDetector"): "api-key",
    ("discord", "DiscordBotTokenDetector"): "token",
    ("github_token", "GitHubTokenDetector"): "token",
    ("gitlab_token", "GitLabTokenDetector"): "token",
    ("mailchimp", "MailchimpDetector"): "api-key",
    ("pypi_token", "PypiTokenDetector"): "token",
    ("sendgrid", "SendGridDetector"): "api-key",
    ("slack", "SlackDetector"): "token",
    ("square_oauth", "SquareOAuthDetector"): "token",
    ("stripe", "StripeDetector"): "api-key",
    ("telegram_token", "TelegramBotTokenDetector"): "token",
    ("twilio", "TwilioKeyDetector"): "api-key",
}


def find_known_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each token; spans may overlap."""
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            yield kind, *match.span()


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = []
    for (module, name), kind in _PLUGINS.items():
        detector = getattr(import_module(f"detect_secrets.plugins.{module}"), name)()
        found += [(kind, pattern) for pattern in detector.denylist]
    return tuple(found)
