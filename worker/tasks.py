"""The tasks: each takes an id, calls one function and passes the bell on."""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import Any

from celery import Task, shared_task

from jobs.lease import JobKind
from worker.app import EXTRACT_ALONE
from worker.log import log_context
from worker.process import services

log = logging.getLogger(__name__)


@shared_task(name="memfold.sweep", bind=True)
def sweep(self: Task[Any, Any]) -> None:
    """Sweep once; other beats may have had this slot."""
    with log_context(message_id=self.request.id):
        log.info("swept", extra=asdict(services().sweeper.sweep()))


@shared_task(name="memfold.extract", bind=True)
def extract(self: Task[Any, Any], workspace: str, chat: str) -> None:
    """Read a chat, if it is due."""
    _extract(self, workspace, chat)


def _extract(task: Task[Any, Any], workspace: str, chat: str) -> None:
    alone = (task.request.delivery_info or {}).get("routing_key") == EXTRACT_ALONE
    with log_context(message_id=task.request.id, workspace=workspace):
        report = services().extractor.extract(
            workspace, chat, alone=alone, message_id=task.request.id
        )
        log.info("extract ended", extra=report.as_log())
        if report.run:
            services().sweeper.ring_next(JobKind.EXTRACT)


@shared_task(name="memfold.consolidate", bind=True)
def consolidate(self: Task[Any, Any], workspace: str, scope_key: str) -> None:
    """Fold a scope, if it is due."""
    with log_context(message_id=self.request.id, workspace=workspace):
        report = services().consolidator.consolidate(
            workspace, scope_key, message_id=self.request.id
        )
        log.info("consolidate ended", extra=report.as_log())
        if report.run:
            services().mirror_scope(workspace, scope_key)
            services().sweeper.ring_next(JobKind.CONSOLIDATE)


@shared_task(name="memfold.chat_idle", bind=True)
def chat_idle(self: Task[Any, Any], workspace: str, chat: str) -> None:
    """A host's bell: look at this chat now. The durable way is `MemoryClient.report_idle`."""
    _extract(self, workspace, chat)
