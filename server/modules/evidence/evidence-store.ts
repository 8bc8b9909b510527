import { and, asc, count, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Digest, ChainHead } from '../../../verification/bundle-format.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { auditSeals } from '../audit/audit-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consentEvents } from '../consents/consent-schema.ts'
import { chainDigests, digestRenewals } from './evidence-schema.ts'

export type ChainDigest = typeof chainDigests.$inferSelect
export type StoredRenewal = typeof digestRenewals.$inferSelect

const own = (scope: StaffScope): SQL => eq(chainDigests.clinicId, scope.clinicId)

/** The newest digest of the clinic. */
export async function findLatestDigest(scope: StaffScope): Promise<ChainDigest | undefined> {
  const [found] = await scope.tx
    .select()
    .from(chainDigests)
    .where(own(scope))
    .orderBy(desc(chainDigests.number))
    .limit(1)
  return found
}

/** The head that each chain of the clinic had at `until`, of those to which something happened from `from` on. */
export async function listChainHeads(
  scope: JobScope,
  from: Date | undefined,
  until: Date,
): Promise<ChainHead[]> {
  const { consentId, number, hash, at, clinicId } = consentEvents
  const rows = await scope.tx
    .selectDistinctOn([consentId], { consentId, number, hash })
    .from(consentEvents)
    .where(and(eq(clinicId, scope.clinicId), lt(at, until), from && gte(at, from)))
    .orderBy(asc(consentId), desc(number))
  return rows.map((row) => [row.consentId, row.number, row.hash] as const)
}

/** The last seal of the clinic's audit log. */
export async function findLatestAuditSeal(scope: JobScope): Promise<Digest['auditSeal']> {
  const [found] = await scope.tx
    .select({ number: auditSeals.number, hash: auditSeals.hash })
    .from(auditSeals)
    .where(eq(auditSeals.clinicId, scope.clinicId))
    .orderBy(desc(auditSeals.number))
    .limit(1)
  return found ?? null
}

/** Adds the digest of a day; undefined when another run of the same job added it first. */
export async function insertDigest(
  scope: JobScope,
  digest: Omit<ChainDigest, 'id' | 'clinicId' | 'createdAt'>,
): Promise<ChainDigest | undefined> {
  const [made] = await scope.tx
    .insert(chainDigests)
    .values({ ...digest, clinicId: scope.clinicId, createdAt: scope.now })
    .onConflictDoNothing()
    .returning()
  return made
}

/** A page of the clinic's digests, newest first, and how many there are. */
export async function listDigests(scope: StaffScope, { page, pageSize }: { page: number; pageSize: number }) {
  const rows = await scope.tx
    .select({
      number: chainDigests.number,
      day: chainDigests.day,
      hash: chainDigests.hash,
      timeStamp: chainDigests.timeStamp,
      createdAt: chainDigests.createdAt,
      consents: sql<number>`jsonb_array_length(${chainDigests.heads})`,
    })
    .from(chainDigests)
    .where(own(scope))
    .orderBy(desc(chainDigests.number))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await scope.tx.select({ total: count() }).from(chainDigests).where(own(scope))
  return { rows, total: counted!.total }
}

/** The digest of a day. */
export async function findDigest(scope: StaffScope, day: string): Promise<ChainDigest | undefined> {
  const [found] = await scope.tx
    .select()
    .from(chainDigests)
    .where(and(own(scope), eq(chainDigests.day, day)))
  return found
}

/** The digests of the days on which something happened to a consent, oldest first. */
export function listDigestsOfConsent(scope: StaffScope, consentId: string): Promise<ChainDigest[]> {
  const { clinicId, consentId: ofConsent, at } = consentEvents
  const happened = sql`exists (select from ${consentEvents} where ${clinicId} = ${scope.clinicId}
    and ${ofConsent} = ${consentId} and ${at} < ${chainDigests.untilAt}
    and (${chainDigests.fromAt} is null or ${at} >= ${chainDigests.fromAt}))`
  return scope.tx
    .select()
    .from(chainDigests)
    .where(and(own(scope), happened))
    .orderBy(asc(chainDigests.number))
}

/** Digests from that number on, oldest first. */
export const listDigestsFrom = (scope: JobScope, from: number, limit: number): Promise<ChainDigest[]> =>
  scope.tx
    .select()
    .from(chainDigests)
    .where(and(own(scope), gte(chainDigests.number, from)))
    .orderBy(asc(chainDigests.number))
    .limit(limit)

/** The newest renewal of the clinic's digests. */
export async function findLatestRenewal(scope: JobScope): Promise<StoredRenewal | undefined> {
  const [found] = await scope.tx
    .select()
    .from(digestRenewals)
    .where(eq(digestRenewals.clinicId, scope.clinicId))
    .orderBy(desc(digestRenewals.number))
    .limit(1)
  return found
}

/** Adds a renewal; undefined when another run of the same job added it first. */
export async function insertRenewal(
  scope: JobScope,
  renewal: Omit<StoredRenewal, 'id' | 'clinicId' | 'createdAt'>,
): Promise<StoredRenewal | undefined> {
  const [made] = await scope.tx
    .insert(digestRenewals)
    .values({ ...renewal, clinicId: scope.clinicId, createdAt: scope.now })
    .onConflictDoNothing()
    .returning()
  return made
}

/** The renewals that cover any of these digests, oldest first. */
export async function listRenewalsOf(
  scope: JobScope,
  digests: readonly ChainDigest[],
): Promise<StoredRenewal[]> {
  if (digests.length === 0) return []
  const numbers = `{${digests.map(({ number }) => number).join(',')}}`
  return scope.tx
    .select()
    .from(digestRenewals)
    .where(
      and(
        eq(digestRenewals.clinicId, scope.clinicId),
        sql`exists (select from unnest(${numbers}::int[]) as covered (number)
          where covered.number between ${digestRenewals.fromDigest} and ${digestRenewals.toDigest})`,
      ),
    )
    .orderBy(asc(digestRenewals.number))
}

/** Clinics of which there are digests. */
export async function findClinicsWithDigests(scope: SweepScope): Promise<string[]> {
  const rows = await scope.tx.selectDistinct({ clinicId: chainDigests.clinicId }).from(chainDigests)
  return rows.map(({ clinicId }) => clinicId)
}

/** Clinics of which no digest was made since then. */
export async function findClinicsWithoutDigest(scope: SweepScope, since: Date): Promise<string[]> {
  // What practices have is asked before it is joined, since it may be on other servers than the list of them.
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    with made as materialized (
      select distinct ${chainDigests.clinicId} as id from ${chainDigests} where ${chainDigests.createdAt} > ${since}
    )
    select ${clinics.id} as id from ${clinics} where ${clinics.id} not in (select id from made)`)
  return rows.map(({ id }) => id)
}

type KnownHash = { kind: 'document' | 'head'; sha256: string; at: Date; is_newest: boolean }

/** Before a scope exists: when documents and chains with these fingerprints were sealed, and of nobody whose they are. */
export async function findKnownHashes(
  database: Database,
  { documents, heads }: { documents: string[]; heads: string[] },
): Promise<KnownHash[]> {
  const query = {
    name: 'known_evidence',
    text: 'select * from known_evidence($1, $2)',
    values: [documents, heads],
  }
  const { rows } = await database.borrow((client) => client.query<KnownHash>(query))
  return rows
}
