import type pg from 'pg'

export type ScopeRole =
  | 'candour_clinic'
  | 'candour_patient'
  | 'candour_link'
  | 'candour_supporter'
  | 'candour_admin'
  | 'candour_group'
  | 'candour_job'
  | 'candour_integration'
  | 'candour_destroyer'
  | 'candour_sealer'
  | 'candour_emergency'
/** Whose scope a raw statement runs in; without a role it is the bare login's. */
export type RawScope = {
  role?: ScopeRole
  clinicId?: string
  consentIds?: readonly string[]
  groupId?: string
}

/**
 * Runs one statement with the application's login as a transaction of ours would, without any filter of the code, and
 * undoes it.
 */
export const rawQuery =
  (app: pg.Client) =>
  async <Row extends pg.QueryResultRow>(
    { role, clinicId = '', consentIds = [], groupId = '' }: RawScope,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    await app.query('begin')
    try {
      const setting = (name: string, value: string) => `set local app.${name} = ${app.escapeLiteral(value)}`
      for (const set of [
        `select set_config('role', '${role ?? 'none'}', true)`,
        setting('clinic_id', clinicId),
        setting('consent_ids', consentIds.join(',')),
        setting('group_id', groupId),
      ])
        await app.query(set)
      return (await app.query<Row>(text, values)).rows
    } finally {
      await app.query('rollback')
    }
  }

/**
 * Tables whose rows belong to a clinic. Data keys are the installation's, about a clinic: no scope reads what is wrapped, and
 * the bare login alone does (`data-keys.test.ts`).
 */
export async function tenantTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'data_keys' order by 1`,
  )
  return rows.map(({ name }) => name)
}
