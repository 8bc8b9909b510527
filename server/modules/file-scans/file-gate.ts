import { createHash } from 'node:crypto'
import type { CallerOf } from '../../../contract/access.ts'
import { file_scan_seconds_max } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Log } from '../../platform/database/database.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { AuditWriter } from '../../platform/http/audit-entry.ts'
import type { FileInspection } from '../../platform/http/file-inspection.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { ScannerError, type MalwareScanner } from '../../platform/malware/malware-scanner.ts'

type GateDeps = {
  /** Null where nobody scans: every file may come in. */
  scanner: MalwareScanner | null
  database: Database
  clock: Clock
  log: Log
  writeAudit: AuditWriter
  insertJobs: Jobs['insert']
}

/** Where a file was blocked, and whose practice is told. */
type BlockedDoor = {
  operation: string
  caller: Pick<CallerOf['anyone'], 'actor' | 'visit'> & { clinicId?: string | null }
}

/** The files that malware was found in, by their position; or that nobody could look. */
type Findings = { infected: Map<number, string> } | 'file-unchecked'

export type FileGate = {
  /** What every operation asks before its handler sees a file. */
  inspect: FileInspection
  /** The same of files that come together, where those without malware are taken. */
  findInfected(files: readonly Uint8Array[]): Promise<Findings>
  /** Writes down that a file was blocked, and tells the administrators. */
  reportBlocked(door: BlockedDoor, signatures: readonly string[], hashes?: readonly string[]): Promise<void>
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const ofClinic = (clinicId: string | null | undefined): JobData => (clinicId ? { clinicId } : {})

/** The one place where files come in: what is sent in a request is scanned here before a transaction begins. */
export function createFileGate(deps: GateDeps): FileGate {
  const { scanner, database, clock, log, writeAudit, insertJobs } = deps

  async function findInfected(files: readonly Uint8Array[]): Promise<Findings> {
    const infected = new Map<number, string>()
    if (!scanner) return { infected }
    const until = performance.now() + file_scan_seconds_max * 1000
    try {
      for (const [position, bytes] of files.entries()) {
        const secondsMax = (until - performance.now()) / 1000
        if (secondsMax <= 0) return 'file-unchecked'
        const signature = await scanner.scan(bytes, { secondsMax })
        if (signature) infected.set(position, signature)
      }
      return { infected }
    } catch (error) {
      if (!(error instanceof ScannerError)) throw error
      log.warn({ err: error, reason: error.reason }, 'files cannot be scanned')
      return 'file-unchecked'
    }
  }

  async function reportBlocked(
    { operation, caller }: BlockedDoor,
    signatures: readonly string[],
    hashes: readonly string[] = [],
  ): Promise<void> {
    const { actor, visit, clinicId = null } = caller
    const details = { operation, signatures, sha256: hashes }
    const entry = { clinicId, actor, visit, action: 'file.blocked', subject: null, details, at: clock.now() }
    await database.borrow(async (client) => {
      await writeAudit(client, entry)
      await insertJobs(client, [{ queue: 'file-scans.report', data: ofClinic(clinicId) }])
    })
  }

  return {
    findInfected,
    reportBlocked,
    async inspect(door, files) {
      const found = await findInfected(files)
      if (found === 'file-unchecked') return found
      if (found.infected.size === 0) return null
      const hashes = [...found.infected.keys()].map((position) => hashOf(files[position]!))
      await reportBlocked(door, [...found.infected.values()], hashes)
      return 'file-infected'
    },
  }
}
