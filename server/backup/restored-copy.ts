import type pg from 'pg'
import { writeAudit } from '../modules/audit/index.ts'
import { openCellKeys } from '../modules/data-keys/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase, type Log } from '../platform/database/database.ts'
import { useCellKeys } from '../platform/database/transaction.ts'
import { createJobRunners } from '../platform/jobs/job-runner.ts'
import type { KeyKeeper } from '../platform/keys/key-keeper.ts'
import { verifyChains, type ChainCheckReport } from './chain-verification.ts'

type RestoredCopy = { app: pg.ClientConfig; keeper: KeyKeeper; log: Log }

/**
 * Recomputes every chain, and puts on record that this is a restored copy. A chain that does not hold was so when it was
 * copied, since every row is as it was: that is told, and keeps nobody from their records.
 */
export async function verifyAndRecord(
  { app, keeper, log }: RestoredCopy,
  source: Record<string, unknown>,
): Promise<ChainCheckReport> {
  const database = openDatabase(app, { log })
  useCellKeys(database, openCellKeys({ database, keeper, clock: systemClock }, true))
  try {
    const insertJobs = async () => {}
    const { runJob, runSweep, runPlatformJob } = createJobRunners({
      ...{ database, clock: systemClock, writeAudit, insertJobs },
    })
    const chains = await verifyChains({ runJob, runSweep })
    const details = {
      ...source,
      ...{ brokenLogs: chains.brokenLogs.length, brokenConsents: chains.brokenConsents.length },
    }
    await runPlatformJob(async (_scope, note) => note({ action: 'backup.restored', subject: null, details }))
    return chains
  } finally {
    await database.close()
  }
}
