"""The Celery application: queues, names and everything that is switched off.

Messages carry ids and no permission. They are acknowledged early and never retried: what a lost
message would have done is still due in the database, and the sweep rings again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Celery
from kombu import Exchange, Queue
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from jobs.lease import JobKind
from jobs.store.sweeping import Ring
from memory_core.clock import monotonic
from memory_core.errors import BrokerUnavailableError

SWEEP, EXTRACT, EXTRACT_ALONE, CONSOLIDATE = QUEUES = (
    "sweep",
    "extract",
    "extract-alone",
    "consolidate",
)
EXCHANGE = Exchange("memfold", type="direct")
TASKS = {JobKind.EXTRACT: "memfold.extract", JobKind.CONSOLIDATE: "memfold.consolidate"}
BROKER_TIMEOUT = 3.0  # seconds for connect and for each answer: a dead broker must not hang a sweep
QUEUE_LIMIT = 20_000  # messages, some 15 MB: while nobody serves a queue, it grows no further
LOOK_AFTER = 1.0  # seconds between two looks at a queue's length
RING_EXPIRES = 3_600  # seconds; an older ring says nothing that the sweep has not said since


def make_app(redis_url: str) -> Celery:
    """Make the application on a broker; nothing is connected yet."""
    app = Celery("memfold", broker=redis_url, include=["worker.tasks"], set_as_current=True)
    app.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_store_errors_even_if_ignored=False,
        task_acks_late=False,
        task_publish_retry=False,
        task_create_missing_queues=False,
        task_queues=[Queue(name, EXCHANGE, routing_key=name) for name in QUEUES],
        task_default_exchange=EXCHANGE.name,
        task_default_routing_key=SWEEP,
        task_default_queue=SWEEP,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        worker_enable_remote_control=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "socket_timeout": BROKER_TIMEOUT,  # a worker's own wait for messages ends each second
            "socket_connect_timeout": BROKER_TIMEOUT,
            "max_retries": 0,  # of a publish: the sweep rings again; a consumer reconnects for ever
            "socket_keepalive": True,
            "health_check_interval": 10,
        },
        enable_utc=True,
    )
    return app


class CeleryBell:
    """Rings by publishing a task's name and an id; into a full queue it rings nothing.

    What is due stays due and is rung again, so a queue that nobody serves would grow for ever.
    """

    def __init__(self, app: Celery) -> None:
        self._app = app
        self._looked_at: dict[str, float] = {}  # queue → monotonic seconds
        self._full: set[str] = set()

    def __call__(self, ring: Ring) -> None:
        """Publish one ring.

        Raises:
            BrokerUnavailableError: the broker does not take it.
        """
        queue = str(ring.kind)
        if ring.kind is JobKind.EXTRACT and ring.alone:
            queue = EXTRACT_ALONE
        with _broker_errors():
            if not self._is_full(queue):
                self._app.send_task(
                    TASKS[ring.kind],
                    args=(ring.workspace, ring.key),
                    queue=queue,
                    expires=RING_EXPIRES,
                )

    def _is_full(self, queue: str) -> bool:
        if monotonic() >= self._looked_at.get(queue, 0.0) + LOOK_AFTER:
            with self._app.producer_pool.acquire(block=True) as producer:
                channel: Any = producer.channel
                full = channel.client.llen(queue) >= QUEUE_LIMIT
            (self._full.add if full else self._full.discard)(queue)
            self._looked_at[queue] = monotonic()
        return queue in self._full


@contextmanager
def _broker_errors() -> Iterator[None]:
    try:
        yield
    except (KombuError, RedisError, OSError) as error:
        raise BrokerUnavailableError(
            "the broker cannot be reached; is Redis running, and is REDIS_URL right?",
            detail=str(error),
        ) from error
