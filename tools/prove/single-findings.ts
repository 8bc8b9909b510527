import type { ChildProcess } from 'node:child_process'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { examine, examineOutbox } from './invariants.ts'
import type { MixedLoad } from './mixed-load.ts'
import type { Findings } from './proof-run.ts'
import { endServer } from './proved-server.ts'
import type { Practice } from './signed-consents.ts'

const log = { info() {}, warn() {}, error: console.error }

type Proved = { load: MixedLoad; practice: Practice; address: string; dataDir: string; server: ChildProcess }

/** What holds of one instance once its work has stopped, with whatever else is to be printed; the instance is ended. */
export async function singleFindings(
  { load, practice, address, dataDir, server }: Proved,
  more: Record<string, unknown> = {},
): Promise<Findings> {
  const { ownerConfig: owner } = (await findRunningPostgres(dataDir, log))!
  const { acknowledged, diagnosis, counts, longest_ms, wrong } = load
  const found = await examine({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  examineOutbox(found, dataDir)
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ consents: acknowledged.size, steps: load.done(), ...counts, longest_ms, ...more },
      endedIn_ms: await endServer(server),
    },
    amiss: [...found.amiss, ...wrong],
  }
}
