import { record_file_days, record_release_minutes } from '../../../contract/limits.ts'
import type { RecordFile } from '../../../contract/records.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { FileRow, HoldRow } from './record-store.ts'
import type { StoredFiles } from './record-writing.ts'

export const expiryOfFile = (now: Date): Date => new Date(now.getTime() + record_file_days * day_ms)
export const endOfRelease = (now: Date): Date => new Date(now.getTime() + record_release_minutes * minute_ms)

/** Under which name the file store keeps an archive: by its content. */
export const nameOfFile = (sha256: string): string => `records/${sha256}.zip`

/** How a row of `record_files` stands for its bytes, for as long as they are there. */
export const storedPacks: StoredFiles = {
  table: 'record_files',
  fileOf: ({ sha256, status }) =>
    status === 'ready' ? { storedAs: nameOfFile(String(sha256)), name: '', title: '' } : null,
}

/** Under which name the file store keeps a certificate of destruction. */
export const nameOfCertificate = (sha256: string): string => `certificates/${sha256}.pdf`

/** Whether the bytes are there to be fetched at all. */
export const isReady = ({ status, expiresAt }: FileRow, now: Date): boolean =>
  status === 'ready' && expiresAt !== null && expiresAt > now

/** Whether this person has just proved who they are for this file. */
export const isReleasedTo = ({ releasedTo, releasedUntil }: FileRow, staffId: string, now: Date): boolean =>
  releasedTo === staffId && releasedUntil !== null && releasedUntil > now

export const holdView = ({ id, reason, setBy, setAt, liftedBy, liftedAt, liftedReason }: HoldRow) => ({
  id,
  reason,
  setBy,
  setAt: setAt.toISOString(),
  liftedBy,
  liftedAt: liftedAt?.toISOString() ?? null,
  liftedReason,
})

/** A file whose week is over is told as expired, whether its bytes are gone already or not. */
export function fileView(row: FileRow, now: Date): RecordFile {
  const { id, status, progress, bytes, sha256, failure, madeBy, createdAt, expiresAt } = row
  return {
    id,
    status: status === 'ready' && !isReady(row, now) ? 'expired' : status,
    progress,
    bytes,
    sha256,
    failure,
    madeBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
