import { mkdir } from 'node:fs/promises'
import { ConfigError, readConfig } from './config.ts'
import { openLogins } from './logins.ts'
import { AlreadyRunningError } from './platform/database/embedded-postgres.ts'
import { IncompatibleInstanceError } from './platform/database/instances.ts'
import { openLog } from './platform/log.ts'

/** Why pages will not be there to be served, in words for whoever started it. */
class PagesError extends Error {
  override name = 'PagesError'
}

/** What a start that builds the product as well tells and is told of; one of what is built needs none. */
export type StartCompanion = {
  /**
   * Settled once the pages are built, which may take longer than all that is done before they are needed. Rejected with the
   * reason, in words, when they will not be.
   */
  pages: Promise<void>
  /** Told of each part that is done. */
  report(part: string, outcome: string): void
}

const alone: StartCompanion = { pages: Promise.resolve(), report: () => {} }

/** Begins the database and reads the rest of the program meanwhile, which takes as long. */
async function start(companion: StartCompanion): Promise<void> {
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
    // Pages that will never be there end a start at once, whatever it is at.
    await Promise.race([serve(config, log, { logins, companion }), rejectedWith(companion.pages)])
  } catch (error) {
    // A database left running would hold its directory against the next start.
    await logins.stop()
    throw error
  }
}

/** Rejected as the other is, and else never settled. */
const rejectedWith = (other: Promise<unknown>) =>
  new Promise<never>((_resolve, reject) => void other.catch(reject))

/** Serves the product until it is told to stop; a start that fails says why and ends the process. */
export async function startServer(companion = alone): Promise<void> {
  const pages = companion.pages.catch((reason: string) => Promise.reject(new PagesError(reason)))
  // Where it is waited for may never be reached.
  pages.catch(() => {})
  try {
    await start({ ...companion, pages })
  } catch (error) {
    // What these say is for people; any other error goes through the log, which leaves out the values of queries.
    const isForPeople =
      error instanceof ConfigError ||
      error instanceof AlreadyRunningError ||
      error instanceof IncompatibleInstanceError ||
      error instanceof PagesError
    if (isForPeople) process.stderr.write(`${error.message}\n`)
    else openLog({ level: 'error' }).error({ err: error }, 'the start failed')
    process.exit(1)
  }
}
