import { mkdir } from 'node:fs/promises'
import { ConfigError, readConfig } from './config.ts'
import { openLogins } from './logins.ts'
import { AlreadyRunningError } from './platform/database/embedded-postgres.ts'
import { IncompatibleInstanceError } from './platform/database/instances.ts'
import { openLog } from './platform/log.ts'

/** Begins the database and reads the rest of the program meanwhile, which takes as long. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  await mkdir(config.dataDir, { recursive: true })
  const log = openLog({ level: config.logLevel })
  const opening = openLogins(config, log)
  const program = import('./product.ts')
  // Should it not be read, that is told below, where the database is ended.
  program.catch(() => {})
  const logins = await opening
  try {
    const { serve } = await program
    await serve(config, log, logins)
  } catch (error) {
    // A database left running would hold its directory against the next start.
    await logins.stop()
    throw error
  }
}

try {
  await start()
} catch (error) {
  // What these say is for people; any other error goes through the log, which leaves out the values of queries.
  const isForPeople =
    error instanceof ConfigError ||
    error instanceof AlreadyRunningError ||
    error instanceof IncompatibleInstanceError
  if (isForPeople) process.stderr.write(`${error.message}\n`)
  else openLog({ level: 'error' }).error({ err: error }, 'the start failed')
  process.exit(1)
}
