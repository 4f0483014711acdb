/**
 * The environment of a database. The first process records it, and processes of another environment refuse to work with
 * it.
 */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE installation (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
     known_since timestamptz NOT NULL DEFAULT now()
   )`,
]
