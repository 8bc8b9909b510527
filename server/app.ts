import type { FastifyInstance } from 'fastify'
import path from 'node:path'
import { contract, files, streams } from '../contract/index.ts'
import { id } from '../contract/kit.ts'
import {
  live_heartbeat_seconds,
  live_recheck_seconds,
  live_streams_per_person_max,
  switch_propagation_seconds_max,
  step_up_minutes,
  upload_idle_seconds_max,
} from '../contract/limits.ts'
import { createNightlyBackups, runNightlyProcess } from './backup/nightly-backups.ts'
import { sendBackupAlert } from './backup/backup-alert-mail.ts'
import { openCore, type AppOptions, type Core } from './core.ts'
import { injected } from './injected-functions.ts'
import { assembleModules } from './module-assembly.ts'
import { auditStatement } from './modules/audit/index.ts'
import { loadAllHolds } from './modules/feature-holds/index.ts'
import { loadMaintenance } from './modules/maintenance/index.ts'
import type { Composers } from './modules/messages/index.ts'
import * as modules from './modules/order.ts'
import { findFrame } from './modules/programs/index.ts'
import { findUnconfiguredServices } from './modules/setup/index.ts'
import { cacheWithTtl } from './platform/ttl-cache.ts'
import { hasUnappliedMigrations } from './platform/database/migrate.ts'
import { UploadLocks } from './platform/files/upload-locks.ts'
import type { Admission } from './platform/http/admission.ts'
import { addOpenApiEndpoints } from './platform/http/openapi-endpoints.ts'
import { addFileEndpoints } from './platform/http/file-endpoints.ts'
import { addFolderDownloads } from './platform/http/folder-downloads.ts'
import { event_loop_delay_ms_max, createHttpServer } from './platform/http/http-server.ts'
import { forgetKeys } from './platform/http/idempotency.ts'
import { createOperationCaller } from './platform/http/operation-caller.ts'
import type { Authenticators } from './platform/http/operations.ts'
import { addRoutes } from './platform/http/route-endpoints.ts'
import { addOperations } from './platform/http/rpc.ts'
import { addSecurityFile } from './platform/http/security-file.ts'
import { addUploads } from './platform/http/upload-endpoints.ts'
import { addWebhooks } from './platform/http/webhooks.ts'
import { openJobs, type Jobs } from './platform/jobs/jobs.ts'
import { createSweepTimers } from './platform/jobs/sweep-timers.ts'
import { publishLiveEvent } from './platform/live/live-feed.ts'
import { addLiveStreams, LiveStreams } from './platform/live/live-streams.ts'

const idempotency_key_cleanup_seconds = 3600
const rate_limit_cleanup_seconds = 60
const backup_check_seconds = 300

/** Where a client of the API is published. */
const clientsFolder = (name: string): string => path.join(import.meta.dirname, '../clients', name)

/** The door of every request: who may come in, how often, and what is switched off. */
function openAdmission(
  { config, database, clock, rates, captcha, readSession }: Core,
  authenticators: Authenticators,
): Admission {
  const holds = cacheWithTtl(() => loadAllHolds(database), switch_propagation_seconds_max, clock)
  return {
    ...{ authenticators, rates, captcha, clock },
    isKioskSession: async (cookie) => (await readSession(cookie))?.lockedTo != null,
    ownOrigins: [config.publicAddress],
    stepUpMinutes: step_up_minutes,
    maintenance: cacheWithTtl(() => loadMaintenance(database), switch_propagation_seconds_max, clock),
    isSwitchedOff: async (feature, clinicId) =>
      (await holds()).some((hold) => hold.feature === feature && (hold.clinicId ?? clinicId) === clinicId),
  }
}

/** Backups every night; null where none are wanted. */
function openNightlyBackups(core: Core) {
  const { config, clock, log, address, contactMailer: mailer, contactAddress } = core
  if (config.nightlyBackup.off) return null
  return createNightlyBackups({
    ...{ settings: config.nightlyBackup, clock, log, run: runNightlyProcess },
    notify: (problem) => sendBackupAlert({ mailer, address, contactAddress }, problem),
  })
}

/** The product: every module opened and wired together, but not yet listening. */
export async function openApp(parts: AppOptions) {
  const { config, clock, log, logins, demoYear, eventLoopDelayMsMax = event_loop_delay_ms_max } = parts
  const composers = {} as Composers
  const insertJobs: Jobs['insert'] = (client, pending, along) =>
    jobs.insert(client, all.deriveJobs(pending), along)
  const caller = createOperationCaller(() => all)
  const core = await openCore(parts, { insertJobs, queueAdmin: () => jobs.queueAdmin, composers, ...caller })
  const { database, replica, address, auth, runSweep, writeAudit } = core
  const all = assembleModules(Object.values(modules).map((open) => open(core, injected)))
  Object.assign(composers, all.composers)
  const jobs = await openJobs(logins.app, {
    queues: {
      ...all.jobs,
      'live.tell': ({ clinicId, topic }) =>
        database.borrow((client) => publishLiveEvent(client, { clinicId: clinicId!, topic: topic! })),
    },
    log,
    secondsOf: all.jobSeconds,
    ...(parts.queuePrefix && { prefix: parts.queuePrefix }),
  })

  const { inspect: inspectFiles } = core.fileGate
  const runner = { database, replica, clock, writeAudit, auditStatement, insertJobs, inspectFiles }
  const admission = openAdmission(core, all.authenticators)
  // What needs a session of its own goes past a pooler.
  const session = logins.session ?? logins.app
  const locker = new UploadLocks(session, log)
  const live = new LiveStreams(session, log, { admission, perPersonMax: live_streams_per_person_max })
  const http = await createHttpServer({
    log,
    trustedProxies: config.trustedProxy.off ? false : config.trustedProxy.networks,
    behindTls: core.secureCookies,
    eventLoopDelayMsMax,
    connectionsAwaited: () => database.connections().awaited + auth.connectionsAwaited(),
    admission,
    notReady: async () => ((await hasUnappliedMigrations(database)) ? 'migrations are not applied' : null),
  })
  addOperations(http, all.handlers, { runner, admission })
  addFileEndpoints(http, all.files, runner)
  // Modules that speak the same standard share its addresses.
  for (const [, [first, ...others]] of Map.groupBy(all.routes, ({ form }) => form.prefix)) {
    const { handled, form } = first!
    addRoutes(http, [...handled, ...others.flatMap((each) => each.handled)], { runner, form, log })
  }
  await addWebhooks(http, all.webhooks, runner, { address, clock })
  for (const { handled, folder } of all.uploads)
    await addUploads(http, handled, { runner, locker, folder, idleSecondsMax: upload_idle_seconds_max })
  addLiveStreams(http, [streams.live.clinic], live)
  const publicApi = {
    prefix: '/api/v1',
    title: 'Candour API, version 1',
    files: Object.values(files.programs),
  } as const
  addOpenApiEndpoints(http, contract, { address, publicApi })
  addFolderDownloads(http, [
    {
      url: '/api/v1/clients/typescript.zip',
      folder: clientsFolder('typescript'),
      name: 'candour-typescript',
    },
    { url: '/api/v1/clients/bruno.zip', folder: clientsFolder('bruno'), name: 'candour-bruno' },
  ])
  addSecurityFile(http, { clock, origin: address, email: core.contactAddress, policyPage: '/security' })

  const nightly = openNightlyBackups(core)
  const timers = createSweepTimers(log)
  const sweep = async (name: string): Promise<void> => {
    const wanted = all.sweeps[name]
    if (!wanted) throw new Error(`No module sweeps ${name}`)
    await wanted.run()
  }
  const sweepInTurn = (name: string) => (demoYear ? demoYear.takeTurn(name, () => sweep(name)) : sweep(name))
  return {
    http: http as FastifyInstance,
    ...{ jobs, database, replica, live, runSweep },
    /** Looks after something once, by the name that its module gives it: what a timer does again and again. */
    sweep,
    deleteExpiredIdempotencyKeys: () => forgetKeys(runSweep),
    /** The one-time token of the set-up pages; null when an earlier start made it. */
    makeSetupToken: () => core.setupTokens.make(clock.now()),
    /** The parts of the installation that are not set up, wherever they might be. */
    unconfigured: () => core.runPlatformJob((scope) => findUnconfiguredServices(scope, core.unconfigured)),
    /** Whose page may show a frame of this id; null for one that is removed, or nobody's. */
    frameOriginOf: async (frameId: string) =>
      (id.safeParse(frameId).success && (await findFrame(core.database, frameId))?.origin) || null,
    /** What the plans cost, as Stripe told not long ago. */
    planPrices: () => core.gate.prices(),
    /** Begins to work jobs off and to sweep. */
    async work(): Promise<void> {
      await jobs.work()
      // What was written before an interruption waits no longer than this.
      await sweep('audit.seal')
      for (const [name, { seconds }] of Object.entries(all.sweeps))
        timers.every(seconds, () => sweepInTurn(name))
      if (nightly) timers.every(backup_check_seconds, () => nightly.sweep())
      timers.every(rate_limit_cleanup_seconds, () => core.rates.deleteExpired())
      timers.every(idempotency_key_cleanup_seconds, () => forgetKeys(runSweep))
      timers.every(live_heartbeat_seconds, () => live.sendHeartbeats())
      timers.every(live_recheck_seconds, () => live.recheck())
    },
    /** Finishes requests and jobs that run, then lets go of everything. */
    async close(): Promise<void> {
      timers.stop()
      nightly?.stop()
      await http.close()
      await live.close()
      await locker.close()
      await jobs.stop()
      await Promise.all([core.typesetter.stop(), core.previewTypesetter.stop()])
      await auth.close()
      await replica?.close()
      await database.close()
    },
  }
}

export type App = Awaited<ReturnType<typeof openApp>>
