import type pg from 'pg'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

const ownSchemas = ['auth', 'pgboss', 'drizzle']
/** What an extension brought is not ours. */
const excludeExtensions = (catalogue: string, alias: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`

/** Whether nobody has made a table or a view in this database. */
export const isDatabaseEmpty = (owner: pg.ClientConfig): Promise<boolean> =>
  withDedicatedConnection(owner, async (client) => {
    const { rows } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
         and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${excludeExtensions('pg_class', 'c')} limit 1`,
    )
    return rows.length === 0
  })

/** Drops everything that migrations make, so that the database is empty again; extensions stay. */
export const clearDatabase = (owner: pg.ClientConfig): Promise<void> =>
  withDedicatedConnection(owner, async (client) => {
    await client.query(`drop schema if exists ${ownSchemas.join(', ')} cascade`)
    const { rows } = await client.query<{ drop: string }>(
      `select format('drop table if exists %s cascade', c.oid::regclass) as drop from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       union all
       select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
         where p.pronamespace = 'public'::regnamespace and ${excludeExtensions('pg_proc', 'p')}`,
    )
    for (const { drop } of rows) await client.query(drop)
  })
