import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { isSealedFile, sealStoredFile, type DataKeys } from '../../platform/files/sealed-files.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { findUncheckedClinics, recordCheck } from './data-key-store.ts'
import { isStillNamed, listClinicFiles, type ClinicFile } from './referenced-files.ts'

type SealingDeps = {
  database: Database
  clock: Clock
  runJob: RunJob
  runSweep: RunSweep
  fileStore: FileStore
  dataKeys: DataKeys
}

const clinics_per_sweep_max = 50

/** The bytes of a file are others than its row says: it stays as it is, for whoever looks into it. */
class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}

const verifier = ({ sha256 }: ClinicFile) =>
  async function* verify(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
    if (sha256 !== null && hash.digest('hex') !== sha256)
      throw new DamagedFileError('A file is not as its row says')
  }

/**
 * Encrypts what a practice has stored before its files were. Each file is looked at, encrypted beside itself and put in
 * its own place at once, so a run that was interrupted is simply begun again.
 */
export function fileSealingJobs({ database, clock, runJob, fileStore, dataKeys }: SealingDeps) {
  /** Whether the file was encrypted now. */
  async function seal(clinicId: string, file: ClinicFile): Promise<boolean> {
    if ((await isSealedFile(fileStore, file.name)) !== false) return false
    const key = await dataKeys.current(clinicId)
    if (!(await sealStoredFile(fileStore, key, { name: file.name, verify: verifier(file) }))) return false
    // Who removed it meanwhile has removed what was there before.
    if (!(await runJob(clinicId, (scope) => isStillNamed(scope, file)))) await fileStore.remove(file.name)
    return true
  }

  return async ({ clinicId }: JobData): Promise<void> => {
    await dataKeys.current(clinicId!)
    let [sealed, damaged] = [0, 0]
    for (const file of await runJob(clinicId!, listClinicFiles)) {
      try {
        if (await seal(clinicId!, file)) sealed++
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error
        damaged++
      }
    }
    if (sealed + damaged > 0)
      await runJob(clinicId!, async (_scope, note) =>
        note({ action: 'files.sealed', subject: null, details: { sealed, damaged } }),
      )
    await database.borrow((client) => recordCheck(client, clinicId!, clock.now()))
  }
}

/** Finds practices whose files were not looked through yet, and enqueues each. */
export const sweepUnsealedFiles = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId } of await findUncheckedClinics(scope, clinics_per_sweep_max))
      scope.enqueue('data-keys.seal-files', { clinicId })
  })
