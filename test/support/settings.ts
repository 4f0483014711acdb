/** Settings that a server can start with. */

/** 32 bytes in base64 that look random, others for each seed. */
export const key = (seed: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 101) % 256)).toString('base64')

export const fit = {
  COTEJO_ENVIRONMENT: 'sandbox',
  DATABASE_URL: 'postgres://cotejo:Qm3vT8@db.internal:5432/cotejo?sslmode=verify-full',
  COTEJO_DIGEST_KEY: key(1),
  COTEJO_SEALING_KEYS: `2026-10:${key(2)}`,
}

/** What production needs besides. */
export const inProduction = {
  COTEJO_ENVIRONMENT: 'production',
  COTEJO_IDENTITY_URL: 'https://identidad.example.com/v1',
  COTEJO_IDENTITY_KEY: 'k3y-0f-the-identity-provider',
  COTEJO_JUDICIAL_URL: 'https://judicial.example.com',
  COTEJO_JUDICIAL_KEY: 'k3y-0f-the-judicial-provider',
}
