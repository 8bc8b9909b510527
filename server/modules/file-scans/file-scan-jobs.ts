import { stored_file_scan_seconds_max, stored_file_scans_max } from '../../../contract/limits.ts'
import { hour_ms, type Clock } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { JobAuditEntry, RunJob, RunPlatformJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { ScannerError, type MalwareScanner } from '../../platform/malware/malware-scanner.ts'
import { notifyAdministrators, type NoticeDeps } from './file-scan-notice.ts'
import {
  beginPass,
  findDuePasses,
  listQuarantined,
  listScannedRows,
  quarantineFile,
  releaseFile,
  savePass,
  type OwnerScope,
  type PassProgress,
  type ScanPass,
  type ScannedFiles,
  type ScannedRow,
} from './file-scan-store.ts'
import { findScannerHealth, needsAttention } from './scanner-health.ts'

export type FileScanJobDeps = NoticeDeps & {
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  /** Null where nobody scans. */
  scanner: MalwareScanner | null
  /** As they are, those in quarantine too. */
  files: Files
  clock: Clock
  /** What a clinic's modules store; each pass takes them in this order. */
  sources: readonly ScannedFiles[]
  /** The same of what belongs to no clinic; photos of profiles come before. */
  platformSources: readonly ScannedFiles[]
}

type Deps = FileScanJobDeps & { scanner: MalwareScanner }
type Owner = string | null

const clinics_swept_max = 10
/** One run ends in time, and the next goes on. */
const run_ms_max = 60_000
/** A file may be on its way from the database to the store. */
const arrival_ms_max = hour_ms

const runOwner = <T>(
  { runJob, runPlatformJob }: Deps,
  owner: Owner,
  work: (scope: OwnerScope, note: (entry: JobAuditEntry) => void) => Promise<T>,
): Promise<T> => (owner === null ? runPlatformJob(work) : runJob(owner, work))

/** When a row was made, by the time that its id begins with. */
const madeAt_ms = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Photos of people's profiles, which belong to accounts and no clinic: by the names of the store, one folder at a time. */
async function listPhotos({ files }: Deps, after: string): Promise<ScannedRow[]> {
  for (let first = after === '' ? 0 : Number.parseInt(after.slice(0, 2), 16); first < 256; first++) {
    const names = await files.list(`photos/${first.toString(16).padStart(2, '0')}`, 1000)
    const found = names
      .map((storedAs) => ({
        ...{ id: storedAs.slice('photos/'.length, -'.img'.length), storedAs },
        ...{ bytes: null, subject: null },
      }))
      .filter(({ id }) => id > after)
    if (found.length > 0) return found.slice(0, stored_file_scans_max)
  }
  return []
}

/** The next files of a pass; none where its last source is through. */
async function nextFiles(
  deps: Deps,
  owner: Owner,
  { source, after }: Pick<PassProgress, 'source' | 'after'>,
): Promise<ScannedRow[] | null> {
  if (owner === null && source === 0) return listPhotos(deps, after)
  const found = owner === null ? deps.platformSources[source - 1] : deps.sources[source]
  if (!found) return null
  const slice = { after, max: stored_file_scans_max }
  return runOwner(deps, owner, (scope) => listScannedRows(scope, found, slice))
}

type Looked = { signature: string | null } | 'skipped' | 'not here yet'

/** Whether it is the file that could not be looked into, and not the scanner that is away. */
async function isFilesOwnFault(scanner: MalwareScanner, { reason }: ScannerError): Promise<boolean> {
  if (reason === 'too-large' || reason === 'failed') return true
  const answers = () =>
    scanner.version().then(
      () => true,
      () => false,
    )
  return reason === 'timeout' && answers()
}

/** Scans one stored file. What nobody could look at is thrown where it is not the file's own fault. */
async function scanStored(
  { files, scanner, clock }: Deps,
  { id, storedAs, bytes }: ScannedRow,
): Promise<Looked> {
  if (!storedAs) return 'skipped'
  const stream = bytes ? null : (await files.read(storedAs))?.stream
  const content = bytes ?? stream
  if (!content) return clock.now().getTime() - madeAt_ms(id) < arrival_ms_max ? 'not here yet' : 'skipped'
  try {
    return { signature: await scanner.scan(content, { secondsMax: stored_file_scan_seconds_max }) }
  } catch (error) {
    if (error instanceof ScannerError && (await isFilesOwnFault(scanner, error))) return 'skipped'
    throw error
  } finally {
    stream?.destroy()
  }
}

/** Puts a file in quarantine, with its entry in the log, and has the administrators told. */
async function quarantine(
  deps: Deps,
  owner: Owner,
  { storedAs, subject }: ScannedRow,
  signature: string,
): Promise<void> {
  const name = storedAs!
  await runOwner(deps, owner, async (scope, note) => {
    if (!(await quarantineFile(scope, { name, signature }))) return
    note({ action: 'file.quarantined', subject, details: { name, signature } })
    scope.enqueue('file-scans.report', owner ? { clinicId: owner } : {})
  })
}

/** Scans the files of one round, from where the pass was; answers how far it came, and whether it goes on now. */
async function scanRound(deps: Deps, owner: Owner, from: PassProgress, until_ms: number) {
  const progress = { ...from }
  const rows = await nextFiles(deps, owner, from)
  if (rows === null) return { progress: { ...progress, endedAt: deps.clock.now() }, goesOn: false }
  if (rows.length === 0)
    return { progress: { ...progress, source: from.source + 1, after: '' }, goesOn: true }
  for (const row of rows) {
    const looked = await scanStored(deps, row).catch((error: unknown) => {
      if (error instanceof ScannerError) return 'scanner away' as const
      throw error
    })
    if (looked === 'scanner away' || looked === 'not here yet') return { progress, goesOn: false }
    if (looked === 'skipped') progress.skipped++
    else {
      progress.scanned++
      if (looked.signature) await quarantine(deps, owner, row, looked.signature)
    }
    progress.after = row.id
    if (performance.now() > until_ms) return { progress, goesOn: false }
  }
  return { progress, goesOn: true }
}

/**
 * Scans stored files of an owner, some at a time: those from before anybody scanned, and after some weeks all of them
 * again with newer signatures. Interrupted, the next run goes on where this one last wrote how far it was.
 */
async function scanStoredFiles(deps: Deps, { clinicId }: JobData): Promise<void> {
  const owner: Owner = clinicId ?? null
  const pass: ScanPass | null = await runOwner(deps, owner, (scope) => beginPass(scope))
  if (!pass) return
  const until_ms = performance.now() + run_ms_max
  let progress: PassProgress = pass
  for (let [goesOn, rounds] = [true, 0]; goesOn; rounds++) {
    const round = await scanRound(deps, owner, progress, until_ms)
    const { source, after, scanned, skipped, endedAt } = round.progress
    await runOwner(deps, owner, (scope) =>
      savePass(scope, { source, after, scanned, skipped, endedAt: endedAt && scope.now }),
    )
    progress = round.progress
    goesOn = round.goesOn && progress.scanned - pass.scanned < stored_file_scans_max
  }
}

/**
 * Scans an owner's files in quarantine again, as somebody asked who has settled a false alarm: those in which nothing is
 * found are given out again. Told twice, it does nothing twice; it is tried again where the scanner is away or has no
 * current signatures, with which nothing is found in any file.
 */
async function rescanQuarantined(deps: Deps, { clinicId }: JobData): Promise<void> {
  const owner: Owner = clinicId ?? null
  if (needsAttention(await findScannerHealth(deps.scanner), deps.clock.now()))
    throw new ScannerError('unreachable', 'the scanner is away, or its signatures are old')
  const names = await runOwner(deps, owner, (scope) => listQuarantined(scope))
  for (let [source, after] = [0, '']; names.size > 0;) {
    const rows = await nextFiles(deps, owner, { source, after })
    if (rows === null) return
    for (const row of rows.filter(({ storedAs }) => storedAs && names.delete(storedAs))) {
      const looked = await scanStored(deps, row)
      if (typeof looked === 'string' || looked.signature) continue
      const name = row.storedAs!
      await runOwner(deps, owner, async (scope, note) => {
        if (await releaseFile(scope, name))
          note({ action: 'file.released', subject: row.subject, details: { name } })
      })
    }
    if (rows.length === 0) [source, after] = [source + 1, '']
    else after = rows.at(-1)!.id
  }
}

/** The work of this module by the names of its queues. */
export const fileScanJobs = (deps: FileScanJobDeps): Queues => ({
  'file-scans.report': (data) => notifyAdministrators(deps, data),
  'file-scans.scan': async (data) => {
    const { scanner } = deps
    if (scanner) await scanStoredFiles({ ...deps, scanner }, data)
  },
  'file-scans.rescan-quarantined': async (data) => {
    const { scanner } = deps
    if (scanner) await rescanQuarantined({ ...deps, scanner }, data)
  },
})

/** Asks for the next files of those owners whose pass is due. */
export const sweepFileScans = (runSweep: RunSweep, scanner: MalwareScanner | null): Promise<void> =>
  runSweep(async (scope) => {
    if (!scanner) return
    const { clinicIds, isPlatformDue } = await findDuePasses(scope, clinics_swept_max)
    for (const clinicId of clinicIds) scope.enqueue('file-scans.scan', { clinicId })
    if (isPlatformDue) scope.enqueue('file-scans.scan', {})
  })
