import type { ChildProcess } from 'node:child_process'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { checkInvariants, checkOutboxUniqueness } from './invariants.ts'
import type { MixedLoad } from './mixed-load.ts'
import type { FaultTestFindings } from './fault-test-run.ts'
import { stopServer } from './test-server-process.ts'
import type { Practice } from './signed-consents.ts'

const log = { info() {}, warn() {}, error: console.error }

type FaultTestContext = {
  load: MixedLoad
  practice: Practice
  address: string
  dataDir: string
  server: ChildProcess
}

/** What holds of one instance once its work has stopped, with whatever else is to be printed; the instance is ended. */
export async function findingsOfInstance(
  { load, practice, address, dataDir, server }: FaultTestContext,
  more: Record<string, unknown> = {},
): Promise<FaultTestFindings> {
  const { ownerConfig: owner } = (await findRunningPostgres(dataDir, log))!
  const { acknowledged, diagnosis, counts, longest_ms, wrong } = load
  const found = await checkInvariants({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  checkOutboxUniqueness(found, dataDir)
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ consents: acknowledged.size, steps: load.done(), ...counts, longest_ms, ...more },
      endedIn_ms: await stopServer(server),
    },
    amiss: [...found.amiss, ...wrong],
  }
}
