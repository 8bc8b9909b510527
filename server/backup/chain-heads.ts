import type pg from 'pg'
import type { Manifest } from './archive-format.ts'
import { countRows } from './table-copy.ts'

/** Where every chain of this database ends. Runs in the caller's transaction. */
export async function chainHeads(client: pg.ClientBase): Promise<Manifest['chains']> {
  const { rows: audit } = await client.query<Manifest['chains']['audit'][number]>(
    `select distinct on (clinic_id) clinic_id::text as "clinicId", number::int as number, hash
     from audit_seals order by clinic_id, number desc`,
  )
  const { rows: count, sha256 } = await countRows(
    client,
    `select distinct on (clinic_id, consent_id) clinic_id, consent_id, number, hash
     from consent_events order by clinic_id, consent_id, number desc`,
  )
  return { audit, consents: { count, sha256 } }
}
