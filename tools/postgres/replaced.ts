import { query } from './postgres.ts'

/**
 * Replaces a function of Postgres in one database, for every session and whatever its search path. The replacement can
 * call the original as `pg_catalog.system_NAME`.
 *
 * @param signature for example `now()`
 * @param definition what follows the signature; null restores the original
 */
export const replaceFunction = (url: string, signature: string, definition: string | null) => {
  const [name = ''] = signature.split('(', 1)
  const change =
    definition === null
      ? `DROP FUNCTION pg_catalog.${signature};
         ALTER FUNCTION pg_catalog.system_${signature} RENAME TO ${name};`
      : `IF to_regproc('pg_catalog.system_${name}') IS NULL THEN
           ALTER FUNCTION pg_catalog.${signature} RENAME TO system_${name};
         END IF;
         CREATE OR REPLACE FUNCTION pg_catalog.${signature} ${definition};`
  return query(url, `DO $do$ BEGIN ${change} END $do$`)
}

/**
 * The same for a view.
 *
 * @param select null restores the original
 */
export const replaceView = (url: string, name: string, select: string | null) =>
  query(
    url,
    `DO $do$ BEGIN
       PERFORM set_config('allow_system_table_mods', 'on', true);
       IF to_regclass('pg_catalog.system_${name}') IS NULL THEN
         ALTER VIEW pg_catalog.${name} RENAME TO system_${name};
       ELSE
         DROP VIEW pg_catalog.${name};
       END IF;
       ${
         select === null
           ? `ALTER VIEW pg_catalog.system_${name} RENAME TO ${name};`
           : `CREATE VIEW pg_catalog.${name} AS ${select}; GRANT SELECT ON pg_catalog.${name} TO PUBLIC;`
       }
     END $do$`,
  )
