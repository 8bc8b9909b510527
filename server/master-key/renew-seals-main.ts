/**
 * `npm run renew-seals`: tells which sealed records and daily digests are due for a renewal, and why; changes nothing.
 * `npm run renew-seals -- now`: hands them to the running server, which would find them by itself within an hour.
 */
import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { readConfig, ConfigError } from '../config.ts'
import { connectToRunningDatabase } from '../logins.ts'
import { writeAudit } from '../modules/audit/index.ts'
import {
  describeAlgorithms,
  listDueRenewals,
  listSealingKeys,
  renewalStateOf,
  sweepRenewable,
} from '../modules/documents/index.ts'
import { listDueDigests, sweepDigestRenewals } from '../modules/evidence/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createJobRunners } from '../platform/jobs/job-runner.ts'
import { insertJobs } from '../platform/jobs/job-schema.ts'
import { openLog } from '../platform/log.ts'

const consents_shown_max = 1_000

const withoutAuthority =
  'No time-stamp authority is set (TSA_URL). Nobody outside witnesses when a record existed, and no renewal can ' +
  'change that. Seals are renewed with this installation’s own key alone.'

class UsageError extends Error {
  override name = 'UsageError'
}

async function run(): Promise<string> {
  const [what, ...more] = process.argv.slice(2)
  if (more.length > 0 || (what !== undefined && what !== 'now'))
    throw new UsageError('npm run renew-seals [-- now]')
  const config = readConfig(process.env)
  const log = openLog({ level: 'error' })
  const logins = await connectToRunningDatabase(config, log)
  const database = openDatabase(logins.app, { log, connections_max: 1 })
  try {
    const runners = createJobRunners({ database, clock, writeAudit, insertJobs })
    const keys = await listSealingKeys(database)
    const state = renewalStateOf(clock.now(), !config.timestamps.off, keys)
    const due = await listDueRenewals(runners, state, consents_shown_max)
    const digests = await listDueDigests(runners)
    if (what === 'now') {
      await sweepRenewable(runners.runSweep, state)
      await sweepDigestRenewals(runners.runSweep)
    }
    return [
      config.timestamps.off ? withoutAuthority : `Time stamps: ${config.timestamps.url}`,
      ...keys.map(
        ({ id, until }) => `Sealing key ${id}: certificate until ${dateInTimeZone(until, 'Europe/London')}`,
      ),
      ...describeAlgorithms(),
      '',
      `${due.length} sealed files are due for renewal${due.length >= consents_shown_max ? ', or more' : ''}.`,
      ...due.map(
        ({ clinicId, consentId, kind, number, reason }) =>
          `  practice ${clinicId}, consent ${consentId}, ${number} (${kind}): ${reason}`,
      ),
      `The daily digests of ${digests.length} practices are due for renewal.`,
      ...digests.map(({ clinicId, from }) => `  practice ${clinicId}, from digest ${from} on`),
      ...(what === 'now' ? ['They were handed to the running server.'] : []),
    ].join('\n')
  } finally {
    await database.close()
    await logins.stop()
  }
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof UsageError ? error.message : String((error as Error).stack)}\n`,
  )
  process.exitCode = 2
}
