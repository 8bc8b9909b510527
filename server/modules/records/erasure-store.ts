import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isSpread } from '../../platform/database/spread-connection.ts'
import type { DestroyerScope } from '../../platform/database/transaction.ts'
import type { DestructionObstacle } from '../../../contract/destructions.ts'
import { isLinked, openEvents } from '../consents/index.ts'
import { consentEvents, consents } from '../consents/consent-schema.ts'
import { destroyedConsents, destructions } from './destruction-schema.ts'
import { evidenceHash, chainHashes } from './destruction-rules.ts'
import type { DestructionRow, DestroyedConsent } from './destruction-store.ts'
import { erasures, traces, type Owner } from './erasure-map.ts'
import { recordsOf } from './record-store.ts'
import type { StoredFiles } from './record-writing.ts'

export type Ids = Record<Owner, string[]>

/** How long an answer is kept that was given to a request: nobody repeats a request of the day before. */
const answers_kept = '1 day'

const idsIn = async ({ tx }: DestroyerScope, query: SQL): Promise<string[]> =>
  (await tx.execute<{ id: string }>(query)).rows.map(({ id }) => id)

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** Everything that the record is found by, before any of it is taken away. */
async function findIds(scope: DestroyerScope, patientId: string): Promise<Ids> {
  const own = sql`clinic_id = ${scope.clinicId}`
  const records = (await recordsOf(scope, patientId)).map(({ id }) => id)
  const found = await idsIn(
    scope,
    sql`select id from consents where ${own} and patient_id = ${anyOf(records)} order by id`,
  )
  const addresses = sql`select lower(p.email) from patients p where p.clinic_id = ${scope.clinicId} and p.id = ${anyOf(records)}
    union select lower(g ->> 'email') from patients p, jsonb_array_elements(p.guardians) g
    where p.clinic_id = ${scope.clinicId} and p.id = ${anyOf(records)}`
  const homeLinks = await idsIn(
    scope,
    sql`select id from home_links where ${own} and email <> '' and lower(email) in (${addresses})`,
  )
  const about = [...records, ...found, ...homeLinks]
  return {
    patients: records,
    consents: found,
    homeLinks,
    appointments: await idsIn(
      scope,
      sql`select id from appointments where ${own} and patient_id = ${anyOf(records)}`,
    ),
    messages: await idsIn(scope, sql`select id from messages where ${own} and about_id = ${anyOf(about)}`),
    deliveries: await idsIn(
      scope,
      sql`select id from webhook_deliveries where ${own} and consent_id = ${anyOf(found)}`,
    ),
  }
}

/** With their table's name: inside a query of its own a bare `id` would be that of the row looked at there. */
const owned = { clinicId: sql.raw('consents.clinic_id'), id: sql.raw('consents.id') }

/** What stays of each consent: its id, its hashes and the links of its chain. */
async function saveEvidence(scope: DestroyerScope, id: string, ids: Ids): Promise<DestroyedConsent[]> {
  if (ids.consents.length === 0) return []
  const chains = await scope.tx
    .select()
    .from(consentEvents)
    .where(and(eq(consentEvents.clinicId, scope.clinicId), inArray(consentEvents.consentId, ids.consents)))
    .orderBy(asc(consentEvents.number))
  const events = openEvents(scope, chains)
  const rows = await scope.tx
    .select({
      id: consents.id,
      status: consents.status,
      contentHash: consents.contentHash,
      markHash: sql<string | null>`(select s.mark_hash from signatures s
        where s.clinic_id = ${owned.clinicId} and s.consent_id = ${owned.id} order by s.at desc limit 1)`,
      documents: sql<DestroyedConsent['documents']>`coalesce((
        select jsonb_agg(jsonb_build_object('kind', d.kind, 'number', d.number, 'sha256', d.sha256) order by d.number)
        from document_versions d where d.clinic_id = ${owned.clinicId} and d.consent_id = ${owned.id}), '[]')`,
    })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), inArray(consents.id, ids.consents)))
    .orderBy(consents.id)
  const kept = rows.map((row) => {
    const own = events.filter(({ consentId }) => consentId === row.id)
    const held = { wasIntact: isLinked(own), chain: chainHashes(own) }
    return { ...row, ...held, clinicId: scope.clinicId, destructionId: id }
  })
  await scope.tx.insert(destroyedConsents).values(kept)
  return kept
}

/** The files that stand behind the rows, by what the modules say that keep them. */
async function filesBehind(
  scope: DestroyerScope,
  ids: Ids,
  storedFiles: readonly StoredFiles[],
): Promise<string[]> {
  const names: string[] = []
  for (const { table, fileOf } of storedFiles) {
    const erased = erasures.find((each) => each.table === table)
    if (!erased) continue
    const { rows } = await scope.tx.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(r) as row from ${sql.identifier(table)} r
      where r.clinic_id = ${scope.clinicId} and r.${sql.identifier(erased.column)} = ${anyOf(ids[erased.of])}`)
    for (const { row } of rows) {
      const storedAs = fileOf(row)?.storedAs
      if (storedAs) names.push(storedAs)
    }
  }
  return [...new Set(names)]
}

type Gone = { counts: Record<string, number>; ids: string[] }

/** Takes rows away, and answers the id of each that has one. */
async function takeAway({ tx }: DestroyerScope, gone: SQL): Promise<{ id: string | null }[]> {
  const id = sql`to_jsonb(gone) ->> 'id' as id`
  if (!isSpread(tx)) {
    const { rows } = await tx.execute<{ id: string | null }>(sql`delete from ${gone} returning ${id}`)
    return rows
  }
  // Citus tells of what is gone no more than its columns, which not all tables have. Both see the same moment.
  const { rows } = await tx.execute<{ id: string | null }>(sql`select ${id} from ${gone}`)
  await tx.execute(sql`delete from ${gone}`)
  return rows
}

/** Takes every row away, and answers how many there were, by what they were, and which. */
async function eraseRows(scope: DestroyerScope, found: Ids): Promise<Gone> {
  const counts: Record<string, number> = {}
  const ids: string[] = []
  for (const { table, column, of, what } of erasures) {
    if (found[of].length === 0) continue
    const rows = await takeAway(
      scope,
      sql`${sql.identifier(table)} gone
        where gone.clinic_id = ${scope.clinicId} and gone.${sql.identifier(column)} = ${anyOf(found[of])}`,
    )
    if (rows.length > 0) counts[what] = (counts[what] ?? 0) + rows.length
    ids.push(...rows.flatMap(({ id }) => id ?? []))
  }
  return { counts, ids }
}

/**
 * What speaks of a patient and hangs on nothing: lists that somebody narrowed to them, addresses that lead to them, and
 * answers kept for requests that are sent again. An answer about a row names its id.
 */
async function eraseTraces(scope: DestroyerScope, gone: readonly string[], names: readonly string[]) {
  const own = sql`clinic_id = ${scope.clinicId}`
  const narrowed = sql`' ' || lower(coalesce(filter ->> 'search', '') || ' ' || name) || ' '`
  const views = await idsIn(
    scope,
    sql`delete from ${sql.identifier(traces.views)} where ${own}
      and (filter ->> 'patientId' = any(${sql.param([...gone])}::text[])
        or exists (select from unnest(${sql.param([...names])}::text[]) called
          where called <> '' and position(' ' || called || ' ' in ${narrowed}) > 0))
      returning id`,
  )
  const mentions = [...gone, ...views].map((id) => `%${id}%`)
  await scope.tx.execute(sql`delete from ${sql.identifier(traces.launches)} where ${own}
    and path like any(${sql.param(mentions)}::text[])`)
  await scope.tx.execute(sql`delete from ${sql.identifier(traces.answers)} where ${own}
    and (at < ${scope.now.toISOString()}::timestamptz - ${answers_kept}::interval
      or answer::text like any(${sql.param(mentions)}::text[]))`)
}

/** The last names of the record, by which people search. */
const namesOf = async ({ tx, clinicId }: DestroyerScope, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select lower(last_name) as name from patients where clinic_id = ${clinicId} and id = ${anyOf(ids)}`,
  )
  return rows.map(({ name }) => name)
}

async function nextNumber({ tx, clinicId }: DestroyerScope): Promise<number> {
  const { rows } = await tx.execute<{ next: number }>(
    sql`select coalesce(max(number), 0) + 1 as next from destructions where clinic_id = ${clinicId}`,
  )
  return rows[0]!.next
}

const isThis = (scope: DestroyerScope, id: string) =>
  and(
    eq(destructions.clinicId, scope.clinicId),
    eq(destructions.id, id),
    eq(destructions.status, 'confirmed'),
  )

export type Erased = { number: number; counts: Record<string, number>; evidenceHash: string }

/**
 * Takes a record away: what is kept of it is written down first, the files behind it are noted to be removed once this is
 * committed.
 */
export async function eraseRecord(
  scope: DestroyerScope,
  { id, patientId }: DestructionRow,
  storedFiles: readonly StoredFiles[],
): Promise<Erased> {
  const ids = await findIds(scope, patientId)
  const kept = await saveEvidence(scope, id, ids)
  const filesLeft = await filesBehind(scope, ids, storedFiles)
  const names = await namesOf(scope, ids.patients)
  const { counts, ids: gone } = await eraseRows(scope, ids)
  await eraseTraces(scope, gone, names)
  const erased = { number: await nextNumber(scope), counts, evidenceHash: evidenceHash(kept) }
  const moved = await scope.tx
    .update(destructions)
    .set({ ...erased, status: 'erased', erasedAt: scope.now, filesLeft })
    .where(isThis(scope, id))
    .returning({ id: destructions.id })
  if (moved.length === 0) throw new Error('A record was erased that nobody confirmed')
  return erased
}

/** Leaves the record as it is, and says why. */
export async function stopDestruction(
  scope: DestroyerScope,
  id: string,
  because: DestructionObstacle,
): Promise<void> {
  await scope.tx
    .update(destructions)
    .set({ status: 'stopped', stoppedBecause: because })
    .where(isThis(scope, id))
}
