import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from './silent-log.ts'
import type { Logins } from './test-logins.ts'

/** A second instance in a process of its own, which works jobs off until somebody kills it. */
process.once('message', (logins: Logins) => {
  void openApp({
    config: readConfig(process.env),
    clock: systemClock,
    log: silentLog,
    logins,
    eventLoopDelayMsMax: null,
  }).then((app) => app.jobs.drain())
})
