"""What messages and episodes are searched by: their words, and the vectors of messages.

The words are columns that the database makes from the text itself, so they are never stale, and
forgetting a text forgets its words. They are unstemmed: stems are compared by the language of the
question. Of Chinese characters and hiragana every pair stands for itself.
"""

from alembic import op

revision = "0010"
down_revision = "0009"

WORDS = """
CREATE FUNCTION memfold_folded(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT replace(
    btrim(regexp_replace(lower(normalize(content, NFKC)), '\\s+', ' ', 'g')), 'ß', 'ss')
$$;
CREATE FUNCTION memfold_pairs(folded text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(c || CASE WHEN next ~ '[\\u3041-\\u3096\\u3400-\\u4dbf\\u4e00-\\u9fff]'
                              THEN next ELSE '' END, ' ')
    FROM (SELECT c, lead(c) OVER (ORDER BY n) AS next
            FROM string_to_table(folded, NULL) WITH ORDINALITY AS t (c, n)) p
   WHERE c ~ '[\\u3041-\\u3096\\u3400-\\u4dbf\\u4e00-\\u9fff]'
$$;
-- a tsvector holds a megabyte: what comes behind so much text is not searched
CREATE FUNCTION memfold_terms(content text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN folded ~ '[\\u3041-\\u3096\\u3400-\\u4dbf\\u4e00-\\u9fff]'
         THEN to_tsvector('simple'::regconfig, regexp_replace(folded,
                '[\\u3041-\\u3096\\u3400-\\u4dbf\\u4e00-\\u9fff]+', ' ', 'g'))
              || to_tsvector('simple'::regconfig, memfold_pairs(folded))
         ELSE to_tsvector('simple'::regconfig, folded) END
    FROM (SELECT memfold_folded(left(content, 50000)) AS folded) f
$$;
-- marked IMMUTABLE, as joining texts is: array_to_string is not, for the sake of other types
CREATE FUNCTION memfold_joined(parts text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN RETURN array_to_string(parts, ' ; '); END $$;
"""

COLUMNS = """
ALTER TABLE message ADD COLUMN terms tsvector
  GENERATED ALWAYS AS (memfold_terms(content)) STORED;
ALTER TABLE episode ADD COLUMN terms tsvector
  GENERATED ALWAYS AS (setweight(memfold_terms(description), 'A')
    || setweight(memfold_terms(memfold_joined(aliases)), 'A')
    || setweight(memfold_terms(body), 'B')) STORED;
"""

VECTORS = """
CREATE TABLE message_embedding (
  workspace text NOT NULL,
  chat text NOT NULL,
  position integer NOT NULL,
  model text NOT NULL,
  vector vector,
  refusal text,
  PRIMARY KEY (workspace, chat, position, model),
  FOREIGN KEY (workspace, chat, position) REFERENCES message,
  CHECK ((vector IS NULL) <> (refusal IS NULL))
);
"""


def upgrade() -> None:
    for script in (WORDS, COLUMNS, VECTORS):
        op.execute(script)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE message_embedding ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE message_embedding FORCE ROW LEVEL SECURITY")
    op.execute(
        "CREATE POLICY own_workspace ON message_embedding TO memfold_app "
        f"USING ({own}) WITH CHECK ({own})"
    )
    op.execute(
        "CREATE POLICY audit ON message_embedding FOR SELECT TO memfold_auditor USING (true)"
    )
    op.execute("GRANT SELECT, INSERT, DELETE ON message_embedding TO memfold_app")
    op.execute("GRANT SELECT ON message_embedding TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
