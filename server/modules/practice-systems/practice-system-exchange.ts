import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Connected } from './practice-system-access.ts'
import type { SyncDeps } from './practice-system-jobs.ts'
import { PracticeSystemError } from './practice-system-port.ts'
import { lockSystem } from './practice-system-store.ts'

/**
 * Exchanges what somebody granted for a connection that stays paused: the code is good for some minutes, and nothing is
 * read or written. What comes to nothing otherwise than by its end is tried again, as other jobs are.
 */
export async function exchangeGrant(
  { runJob, openPort }: Pick<SyncDeps, 'runJob' | 'openPort'>,
  { clinicId, systemId }: JobData,
): Promise<void> {
  const connected = await runJob(clinicId!, (scope) => findExchanged(scope, systemId!))
  if (!connected) return
  try {
    await openPort(connected)
  } catch (error) {
    // It stands at the connection already.
    if (error instanceof PracticeSystemError && error.problem === 'access-ended') return
    throw error
  }
}

/** What is to be exchanged; null where it was resumed meanwhile, when its first run does so, or disconnected. */
async function findExchanged(scope: JobScope, systemId: string): Promise<Connected | null> {
  const system = await lockSystem(scope, systemId)
  if (!system?.secret || system.status !== 'paused' || system.credential !== 'grant') return null
  return system.accountConfirmedAt === null ? { ...system, secret: system.secret } : null
}
