/** Which environment a database is of. Whoever works over it first notes that, and no process of the other one works over it. */
export const statements: ReadonlyArray<string> = [
  `CREATE TABLE installation (
     is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
     environment text NOT NULL CHECK (environment IN ('sandbox', 'production')),
     known_since timestamptz NOT NULL DEFAULT now()
   )`,
]
