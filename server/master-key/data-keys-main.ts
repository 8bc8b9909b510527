/**
 * `npm run data-keys -- new CLINIC`: another data key for the new files of a practice.
 * `npm run data-keys -- destroy CLINIC --practice NAME --reason WHY`: destroys every data key of a practice that has
 * left. None of its files can be read again. What was destroyed is printed as JSON, to be kept as evidence.
 */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import { keySourceOf } from '../key-source.ts'
import { connectToRunningDatabase } from '../logins.ts'
import { writeAudit } from '../modules/audit/index.ts'
import { destroyDataKeys, startNewDataKey, OffboardingError } from '../modules/data-keys/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createJobRunners } from '../platform/jobs/job-runner.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { openLog } from '../platform/log.ts'

const usage = `npm run data-keys -- new CLINIC
npm run data-keys -- destroy CLINIC --practice NAME --reason WHY
CLINIC is the id of the practice, as its address in the practice directory ends.`

class UsageError extends Error {
  override name = 'UsageError'
}

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { practice: { type: 'string' }, reason: { type: 'string' } },
  })
  const [what, clinicId = ''] = positionals
  const { practice = '', reason = '' } = values
  const isKnown = what === 'new' || (what === 'destroy' && practice && reason.trim())
  if (!isKnown || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(clinicId)) throw new UsageError(usage)
  const config = readConfig(process.env)
  const log = openLog({ level: 'error' })
  const logins = await connectToRunningDatabase(config, log)
  const database = openDatabase(logins.app, { log, connections_max: 1 })
  try {
    const { runJob } = createJobRunners({ database, clock, writeAudit, insertJobs: async () => {} })
    const deps = { database, clock, runJob, keeper: keyringKeeper(openKeyring(keySourceOf(config))) }
    if (what === 'destroy')
      return JSON.stringify(await destroyDataKeys(deps, { clinicId, practice, reason }), null, 2)
    return `New files of the practice are encrypted with the key ${await startNewDataKey(deps, clinicId)}.`
  } finally {
    await database.close()
    await logins.stop()
  }
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  const isForPeople =
    error instanceof OffboardingError || error instanceof ConfigError || error instanceof UsageError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
