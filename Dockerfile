FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE memfold.py ./
COPY memory_core memory_core
COPY jobs jobs
COPY worker worker
COPY migrations migrations
RUN python -m venv /opt/memfold && /opt/memfold/bin/pip install --no-cache-dir .

FROM python:3.12-slim
COPY --from=build /opt/memfold /opt/memfold
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin memfold
USER 10001
ENV PATH=/opt/memfold/bin:$PATH PYTHONUNBUFFERED=1
# SIGTERM reaches memfold itself, which drains its work.
ENTRYPOINT ["memfold"]
CMD ["--help"]
