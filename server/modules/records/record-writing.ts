import type { Clock } from '../../platform/clock.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Archive } from './record-archive.ts'
import type { FileRow } from './record-store.ts'

export type Row = Record<string, unknown>
export type StoredFile = {
  storedAs: string
  name: string
  title: string
  /** Where it lies on this disk until the store has it; null and absent where the store does. */
  arrivedAt?: string | null
  /** It may be named in place of being put in, where there is no room for so many bytes. */
  mayBeLeftOut?: { bytes: number; sha256: string }
}
/** Which file a row of a table stands for; each module that keeps files says so of its own. */
export type StoredFiles = {
  table: string
  fileOf(row: Row): StoredFile | null
}
export type RecordExportDeps = {
  runJob: RunJob
  clock: Clock
  files: Files
  storedFiles: readonly StoredFiles[]
}
/** What is written into an archive, and how far it is, in percent. */
export type Writing = {
  archive: Archive
  clinicId: string
  file: FileRow
  tell(percent: number): Promise<void>
}
