import type { Clock } from '../../platform/clock.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Archive } from './record-archive.ts'
import type { FileRow } from './record-store.ts'

export type Row = Record<string, unknown>
/** Which file a row of a table stands for; each module that keeps files says so of its own (app.ts). */
export type StoredFiles = {
  table: string
  fileOf(row: Row): { storedAs: string; name: string; title: string } | null
}
export type RecordParts = { runJob: RunJob; clock: Clock; files: Files; storedFiles: readonly StoredFiles[] }
/** What is written into an archive, and how far it is, in percent. */
export type Writing = {
  archive: Archive
  clinicId: string
  file: FileRow
  tell(percent: number): Promise<void>
}
