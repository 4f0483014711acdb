/**
 * The lists that people are screened against: of each a current version and the one before. An entry has
 * the keys under which it is found, which are digests and hold no name.
 */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE list_versions (
     version_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     list text NOT NULL,
     cut_off date NOT NULL,
     imported_at timestamptz NOT NULL,
     entries integer NOT NULL CHECK (entries >= 0),
     key_revision integer NOT NULL,
     is_current boolean NOT NULL
   )`,
  'CREATE UNIQUE INDEX list_versions_current ON list_versions (list) WHERE is_current',
  'CREATE UNIQUE INDEX list_versions_former ON list_versions (list) WHERE NOT is_current',

  `CREATE TABLE list_entries (
     version_id bigint NOT NULL REFERENCES list_versions ON DELETE CASCADE,
     keys text[] NOT NULL,
     entry jsonb NOT NULL
   )`,
  'CREATE INDEX list_entries_version ON list_entries (version_id)',
  'CREATE INDEX list_entries_keys ON list_entries USING gin (keys) WITH (fastupdate = off)',
]
