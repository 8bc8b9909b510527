import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { consentChecks } from './compliance-checks.ts'
import { consentFactsSql, type FactPeriod } from './compliance-facts-store.ts'
import { countGaps, type ConsentFindings } from './sample-audit-rules.ts'
import { sampleAudits } from './sample-audit-schema.ts'

export type SampleAuditRecord = typeof sampleAudits.$inferSelect
export type SampleAuditSummary = Omit<SampleAuditRecord, 'clinicId' | 'sample' | 'seed'> & {
  size: number
  gaps: number
}

const own = (scope: StaffScope) => eq(sampleAudits.clinicId, scope.clinicId)
const audits_listed_max = 120

export const summaryOf = ({
  clinicId: _clinic,
  sample,
  seed: _seed,
  ...audit
}: SampleAuditRecord): SampleAuditSummary => ({
  ...audit,
  size: sample.length,
  gaps: countGaps(sample),
})

/** The audits of the last ten years, the newest month first. */
export async function listSampleAudits(scope: StaffScope): Promise<SampleAuditSummary[]> {
  const rows = await scope.tx
    .select()
    .from(sampleAudits)
    .where(own(scope))
    .orderBy(desc(sampleAudits.month), desc(sampleAudits.id))
    .limit(audits_listed_max)
  return rows.map(summaryOf)
}

export async function findSampleAudit(scope: StaffScope, id: string): Promise<SampleAuditRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(sampleAudits)
    .where(and(own(scope), eq(sampleAudits.id, id)))
  return found
}

/** The newest audit of a month up to that one; undefined without any. */
export async function lastSampleAudit(
  scope: StaffScope,
  untilMonth: string,
): Promise<SampleAuditRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(sampleAudits)
    .where(and(own(scope), sql`${sampleAudits.month} <= ${untilMonth}`, sql`${sampleAudits.population} > 0`))
    .orderBy(desc(sampleAudits.month), desc(sampleAudits.id))
    .limit(1)
  return found
}

/** Keeps an audit; undefined where that month was audited already, maybe in this moment. */
export async function insertSampleAudit(
  scope: StaffScope,
  audit: Pick<SampleAuditRecord, 'month' | 'version' | 'seed' | 'population' | 'sample' | 'madeBy'>,
): Promise<SampleAuditRecord | undefined> {
  const [made] = await scope.tx
    .insert(sampleAudits)
    .values({ ...audit, clinicId: scope.clinicId, at: scope.now })
    .onConflictDoNothing()
    .returning()
  return made
}

/** Which consents were finalised in that time, in the order of their ids. */
export async function finalisedConsentIds(scope: StaffScope, { bounds }: FactPeriod): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, scope.clinicId),
        sql`${consents.finalisedAt} >= ${bounds[0]!.toISOString()}::timestamptz`,
        sql`${consents.finalisedAt} < ${bounds.at(-1)!.toISOString()}::timestamptz`,
        sql`${consents.status} <> 'voided' and ${consents.kind} <> 'refusal'`,
      ),
    )
    .orderBy(consents.id)
  return rows.map(({ id }) => id)
}

/** What each item finds on these consents, as their records stand now. */
export async function findItemResults(
  scope: StaffScope,
  time: FactPeriod,
  ids: readonly string[],
): Promise<ConsentFindings[]> {
  if (ids.length === 0) return []
  const found = sql.join(
    consentChecks.map(
      ({ item, applies, met }) =>
        sql`case when ${applies} then coalesce(${met}, false) end as ${sql.identifier(item)}`,
    ),
    sql`, `,
  )
  const { rows } = await scope.tx.execute<{ id: string } & Record<string, boolean | null>>(
    sql`${consentFactsSql(scope, { ...time, of: ids })} select id, ${found} from facts`,
  )
  const byId = new Map(rows.map(({ id, ...items }) => [id, items as ConsentFindings['found']]))
  return ids.flatMap((id) => {
    const items = byId.get(id)
    return items ? [{ id, found: items }] : []
  })
}

/** What sampled consents are called, as far as their records are still there. */
export async function titlesOf(scope: StaffScope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.tx
    .select({
      id: consents.id,
      title: sql<string>`trim(${patients.firstName} || ' ' || ${patients.lastName}) || ', ' || ${consents.treatment}`,
    })
    .from(consents)
    .innerJoin(patients, and(eq(patients.clinicId, consents.clinicId), eq(patients.id, consents.patientId)))
    .where(and(eq(consents.clinicId, scope.clinicId), inArray(consents.id, [...ids])))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Active practices without an audit of that month. */
export async function clinicsWithoutAudit(
  scope: SweepScope,
  { month, version }: { month: string; version: string },
): Promise<string[]> {
  // What practices have is asked before it is compared, since it may be on other servers than the list of them.
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    with made as materialized (select ${sampleAudits.clinicId} as id from ${sampleAudits}
      where ${sampleAudits.month} = ${month} and ${sampleAudits.version} = ${version})
    select ${clinics.id} as id from ${clinics}
    where ${clinics.status} = 'active' and ${clinics.id} not in (select id from made)`)
  return rows.map(({ id }) => id)
}
