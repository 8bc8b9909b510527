import { and, count, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { file_rescan_days } from '../../../contract/limits.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminScope, JobScope, PlatformScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { fileScanPasses, quarantinedFiles } from './file-scan-schema.ts'

/** Whoever owns stored files: a clinic, or the platform. */
export type OwnerScope = JobScope | PlatformScope
export type ScanPass = typeof fileScanPasses.$inferSelect

const ownerOf = (scope: OwnerScope): string | null => ('clinicId' in scope ? scope.clinicId : null)
const isOwn = (scope: OwnerScope): SQL => {
  const owner = ownerOf(scope)
  return owner ? eq(fileScanPasses.ownerClinicId, owner) : isNull(fileScanPasses.ownerClinicId)
}

/** The names of all files in quarantine; as the bare login, before anybody is given one. */
export function loadQuarantine(database: Database): Promise<Set<string>> {
  return database.borrow(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from quarantined_files')
    return new Set(rows.map(({ name }) => name))
  })
}

/** Puts a file in quarantine; false where it is there already. */
export async function quarantineFile(
  scope: OwnerScope,
  { name, signature }: { name: string; signature: string },
): Promise<boolean> {
  const added = await scope.tx
    .insert(quarantinedFiles)
    .values({ name, signature, ownerClinicId: ownerOf(scope), foundAt: scope.now })
    .onConflictDoNothing()
    .returning({ name: quarantinedFiles.name })
  return added.length > 0
}

/** Gives a file out again; false where it was not in quarantine. */
export async function releaseFile(scope: OwnerScope, name: string): Promise<boolean> {
  const released = await scope.tx
    .delete(quarantinedFiles)
    .where(eq(quarantinedFiles.name, name))
    .returning({ name: quarantinedFiles.name })
  return released.length > 0
}

/** The names of an owner's files in quarantine. */
export async function listQuarantined(scope: OwnerScope): Promise<Set<string>> {
  const owner = ownerOf(scope)
  const { ownerClinicId, name } = quarantinedFiles
  const rows = await scope.tx
    .select({ name })
    .from(quarantinedFiles)
    .where(owner ? eq(ownerClinicId, owner) : isNull(ownerClinicId))
  return new Set(rows.map((row) => row.name))
}

/** How many files of each owner are in quarantine. */
export const countQuarantinedByOwner = ({ tx }: AdminScope) =>
  tx
    .select({ clinicId: quarantinedFiles.ownerClinicId, files: count() })
    .from(quarantinedFiles)
    .groupBy(quarantinedFiles.ownerClinicId)

export async function countQuarantined({ tx }: AdminScope): Promise<number> {
  const [counted] = await tx.select({ files: count() }).from(quarantinedFiles)
  return counted!.files
}

const isOver = ({ endedAt }: Pick<ScanPass, 'endedAt'>, now: Date): boolean =>
  endedAt !== null && endedAt.getTime() < now.getTime() - file_rescan_days * day_ms

/** The pass at hand of the scope's owner, begun where there is none or the last one is long over. Null while none is due. */
export async function beginPass(scope: OwnerScope): Promise<ScanPass | null> {
  const { tx, now } = scope
  await tx
    .insert(fileScanPasses)
    .values({ ownerClinicId: ownerOf(scope), begunAt: now })
    .onConflictDoNothing()
  const [found] = await tx.select().from(fileScanPasses).where(isOwn(scope))
  if (!isOver(found!, now)) return found!.endedAt ? null : found!
  const anew = { source: 0, after: '', scanned: 0, skipped: 0, begunAt: now, endedAt: null }
  const [begun] = await tx.update(fileScanPasses).set(anew).where(isOwn(scope)).returning()
  return begun!
}

export type PassProgress = Pick<ScanPass, 'source' | 'after' | 'scanned' | 'skipped' | 'endedAt'>

export async function savePass(scope: OwnerScope, progress: PassProgress): Promise<void> {
  await scope.tx.update(fileScanPasses).set(progress).where(isOwn(scope))
}

/** Clinics whose stored files are to be scanned now, those that never were first; and whether the platform's are. */
export async function findDuePasses(scope: SweepScope, max: number) {
  const before = new Date(scope.now.getTime() - file_rescan_days * day_ms)
  const isDue = sql`(${fileScanPasses.begunAt} is null or ${fileScanPasses.endedAt} < ${before} or ${fileScanPasses.endedAt} is null)`
  const rows = await scope.tx
    .select({ id: clinics.id })
    .from(clinics)
    .leftJoin(fileScanPasses, eq(fileScanPasses.ownerClinicId, clinics.id))
    .where(isDue)
    .orderBy(sql`${fileScanPasses.begunAt} nulls first`)
    .limit(max)
  const [platform] = await scope.tx
    .select({ endedAt: fileScanPasses.endedAt })
    .from(fileScanPasses)
    .where(isNull(fileScanPasses.ownerClinicId))
  return {
    clinicIds: rows.map(({ id }) => id),
    isPlatformDue: !platform || platform.endedAt === null || isOver(platform, scope.now),
  }
}

/** What is asked of a module about the files that it stores of a clinic, or of none. */
export type ScannedFiles = {
  table: string
  /** What names a file; and an expression of its bytes, where the database holds them. */
  columns: string
  bytes?: string
  /** The subject is whose it is in the log, where that is no clinic. */
  fileOf(row: Record<string, unknown>): { storedAs: string; subject?: string } | null
}

export type ScannedRow = {
  id: string
  storedAs: string | null
  bytes: Uint8Array | null
  subject: string | null
}

/** Rows of a source after an id, in their order: what the store knows each by. */
export async function listScannedRows(
  scope: OwnerScope,
  { table, columns, bytes = 'null::bytea', fileOf }: ScannedFiles,
  { after, max }: { after: string; max: number },
): Promise<ScannedRow[]> {
  const owner = ownerOf(scope)
  const own = owner ? sql`clinic_id = ${owner}` : sql`true`
  const later = after === '' ? sql`` : sql`and id > ${after}::uuid`
  const { rows } = await scope.tx.execute(
    sql`select ${sql.raw(columns)}, ${sql.raw(bytes)} as found_bytes from ${sql.identifier(table)}
        where ${own} ${later} order by id limit ${max}`,
  )
  return rows.map((row) => {
    const { storedAs = null, subject = null } = fileOf(row) ?? {}
    const bytes = (row['found_bytes'] as Uint8Array | null) ?? null
    return { id: String(row['id']), storedAs, bytes, subject }
  })
}

/** Whether somebody was told of a blocked file within the last hour: a hundred such files are one message. */
export async function wasNotifiedRecently(scope: JobScope, staffId: string): Promise<boolean> {
  const since = new Date(scope.now.getTime() - hour_ms)
  const [found] = await scope.tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.clinicId, scope.clinicId),
        eq(messages.aboutId, staffId),
        eq(messages.kind, 'file-blocked'),
        sql`${messages.createdAt} > ${since}`,
      ),
    )
    .limit(1)
  return found !== undefined
}
