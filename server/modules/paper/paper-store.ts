import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { PaperScan } from '../../../contract/consents.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { scanHash } from './paper-rules.ts'
import { paperFiles, paperScans, paperUploads } from './paper-schema.ts'
import type { ParsedScanFile, ScanType } from './scan-content.ts'

export type ScanFile = typeof paperFiles.$inferSelect

const fileExtensions = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const satisfies Record<ScanType, string>

type Kept = Pick<ScanFile, 'id' | 'sha256' | 'type'>

/**
 * Under which name the file store keeps a file of a scan: by its content and its row, so that it can hold no other, and
 * removing one never takes another's away.
 */
export const scanStorageName = ({ id, sha256, type }: Kept): string =>
  `scans/${createHash('sha256').update(`${id} ${sha256}`).digest('hex')}.${fileExtensions[type]}`

/** What a file of a scan is called where people keep it. */
export const scanDownloadName = ({ type, position }: Pick<ScanFile, 'type' | 'position'>): string =>
  `signed-paper-${position}.${fileExtensions[type]}`

/** How a row of `paper_files` is given away: as the file that it stands for. */
export const storedScans = {
  table: 'paper_files',
  columns: 'id, sha256, type, consent_id, position',
  fileOf(row: Record<string, unknown>) {
    const { id, sha256, type, consent_id: consentId, position } = row as Kept & Record<string, unknown>
    const name = `scans/${String(consentId)}-${id}.${fileExtensions[type]}`
    const title = `Paper of consent ${String(consentId)}, file ${String(position)}`
    return { storedAs: scanStorageName({ id, sha256, type }), name, title }
  },
}

const ofConsent = (scope: TenantScope, table: typeof paperScans | typeof paperFiles, consentId: string) =>
  and(eq(table.clinicId, scope.clinicId), eq(table.consentId, consentId))

/** Keeps the next scan of a locked consent with its files, as the signed-in person took it. */
export async function insertScan(
  scope: ClinicScope,
  { consentId, number, reason }: { consentId: string; number: number; reason: string },
  files: readonly ParsedScanFile[],
): Promise<void> {
  const { clinicId, staffId, actor, now: takenAt } = scope
  const [scan] = await scope.tx
    .insert(paperScans)
    .values({ clinicId, consentId, number, reason, staffId, takenBy: actor.name, takenAt })
    .returning()
  const rows = files.map(({ type, pages, sha256, content }, at) => ({
    ...{ clinicId, consentId, type, pages, sha256 },
    scanId: scan!.id,
    position: at + 1,
    bytes: content.byteLength,
  }))
  const kept = await scope.tx.insert(paperFiles).values(rows).returning()
  const contentOf = new Map(files.map(({ content }, at) => [at + 1, content]))
  const uploads = kept.map(({ id, position }) => ({
    ...{ clinicId, consentId, id },
    content: contentOf.get(position)!,
  }))
  await scope.tx.insert(paperUploads).values(uploads)
}

const scansOfConsent = preparedQuery('paper_scans', (tx) =>
  tx
    .select()
    .from(paperScans)
    .where(whereOwn(paperScans, paperScans.consentId, 'consentId'))
    .orderBy(asc(paperScans.number)),
)

/** The scans of a consent's paper, the first one first. */
export async function scansOf(scope: TenantScope, consentId: string): Promise<PaperScan[]> {
  const scans = await scansOfConsent(scope, { consentId })
  if (scans.length === 0) return []
  const files = Map.groupBy(await filesOf(scope, consentId), ({ scanId }) => scanId)
  return scans.map(({ id, number, reason, takenAt, takenBy }) => {
    const own = files.get(id) ?? []
    return {
      ...{ id, number, reason, takenBy },
      takenAt: takenAt.toISOString(),
      sha256: scanHash(own),
      files: own.map(({ id: fileId, type, pages, bytes, sha256 }) => ({
        ...{ id: fileId, type, pages, bytes, sha256 },
      })),
    }
  })
}

/** The files of all scans of a consent, each scan's in the order of its pages. */
const filesOf = (scope: TenantScope, consentId: string): Promise<ScanFile[]> =>
  scope.tx
    .select()
    .from(paperFiles)
    .where(ofConsent(scope, paperFiles, consentId))
    .orderBy(asc(paperFiles.position))

/** One file of a scan, with its bytes where the store may not have them yet. */
export async function findScanFile(
  scope: TenantScope,
  consentId: string,
  fileId: string,
): Promise<{ file: ScanFile; content: Buffer | null } | undefined> {
  const [found] = await scope.tx
    .select({ file: paperFiles, content: paperUploads.content })
    .from(paperFiles)
    .leftJoin(
      paperUploads,
      and(eq(paperUploads.clinicId, paperFiles.clinicId), eq(paperUploads.id, paperFiles.id)),
    )
    .where(and(ofConsent(scope, paperFiles, consentId), eq(paperFiles.id, fileId)))
  return found
}

/** The files of a consent whose bytes the store may not have yet. */
export async function findPendingUploads(scope: StaffScope, consentId: string): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: paperUploads.id })
    .from(paperUploads)
    .where(and(eq(paperUploads.clinicId, scope.clinicId), eq(paperUploads.consentId, consentId)))
  return rows.map(({ id }) => id)
}

/** Forgets the bytes of a file that the store has now. */
export async function deleteUpload(scope: StaffScope, id: string): Promise<void> {
  await scope.tx
    .delete(paperUploads)
    .where(and(eq(paperUploads.clinicId, scope.clinicId), eq(paperUploads.id, id)))
}
