import { Resolver, type resolveTxt } from 'node:dns/promises'
import site from '../build/content/page.site.json' with { type: 'json' }
import { webhooks } from '../contract/index.ts'
import { findUnconfigured, type Config } from './config.ts'
import { demoAdmin, demoClinics } from './demo/demo-people.ts'
import type { DemoYear } from './demo/demo-year-progress.ts'
import { keySourceOf } from './key-source.ts'
import type { Logins } from './logins.ts'
import { writeAudit } from './modules/audit/index.ts'
import { createBillingGateway } from './modules/billing/index.ts'
import { hasReadableKeys, openCellKeys, openDataKeys } from './modules/data-keys/index.ts'
import {
  documentWorkspace,
  loadSealingKey,
  loadSecondKey,
  listSealingKeys,
} from './modules/documents/index.ts'
import { createFileGate, openQuarantine, withQuarantine } from './modules/file-scans/index.ts'
import { createAuth, createIdentity } from './modules/identity/index.ts'
import type { Composers } from './modules/messages/index.ts'
import { createSavedServices, createSavedMailer } from './modules/setup/index.ts'
import { createOwnLinks } from './modules/signing/index.ts'
import type { Clock } from './platform/clock.ts'
import { openDatabase, type Log } from './platform/database/database.ts'
import { openReadReplica, type ReplicaLimits } from './platform/database/read-replica.ts'
import { assertRestrictedLogin } from './platform/database/roles.ts'
import { openRootKey } from './platform/database/root-key.ts'
import { useCellKeys } from './platform/database/transaction.ts'
import type { CallFile, CallOperation } from './platform/http/operation-caller.ts'
import { openRateLimits } from './platform/http/rate-limits.ts'
import type { JobQueueAdmin } from './platform/jobs/job-queue-admin.ts'
import { createJobRunners } from './platform/jobs/job-runner.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import { sealedFiles } from './platform/files/sealed-files.ts'
import { openDraftKeys } from './platform/keys/draft-keys.ts'
import { keyringKeeper, type KeyKeeper } from './platform/keys/key-keeper.ts'
import { openKeyring } from './platform/keys/keyring.ts'
import { openClamavScanner } from './platform/malware/clamav-scanner.ts'
import { openOutbox } from './platform/mail/mail-outbox.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { shippedFonts } from './platform/pdf/font-set.ts'
import { createTypesetter } from './platform/pdf/typesetter.ts'
import { openSms } from './platform/sms/sms.ts'
import { openConverter, type Converter } from './platform/video/converter.ts'
import { openStoredFiles } from './stored-files.ts'

export type AppOptions = {
  config: Config
  clock: Clock
  log: Log
  /** `isSpread`: whether Citus has spread the tables over several servers. */
  logins: Pick<Logins, 'app' | 'auth'> &
    Partial<Pick<Logins, 'session' | 'replica'>> & { isSpread?: boolean | undefined }
  /** How long a lagging replica is waited for, and left alone after that: other times in tests. */
  replicaLimits?: ReplicaLimits
  /** Null where the answers must not depend on how busy the machine is: in tests. */
  eventLoopDelayMsMax?: number | null
  /** Mails go where the configuration says, whatever was kept on a set-up page: while the demo is made. */
  ignoresSavedServices?: boolean
  /** Jobs go to queues whose names begin so, which no other instance works off: while history is made. */
  queuePrefix?: string
  /** Gives the demo a year of history meanwhile. */
  demoYear?: Pick<DemoYear, 'progressOf' | 'takeTurn'>
  /** Takes the demo out of the database, as its owner. */
  removeDemo?: () => Promise<void>
  /** Asks DNS for the texts of a name: another one where tests answer. */
  resolveTxt?: typeof resolveTxt
  /** Where it was looked for already. */
  converter?: Promise<Converter | null>
  /** Wraps data keys in the place of the installation's own master key: a KMS, or a token. */
  keyKeeper?: KeyKeeper
}

/** Asks the name servers that are named, or those of the machine. */
function txtResolver(servers: readonly string[]): typeof resolveTxt {
  const resolver = new Resolver({ timeout: 5000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return (name) => resolver.resolveTxt(name)
}

/** Looks for the programs that convert videos, which takes them a while to answer. */
export const findConverter = ({ video }: Config): Promise<Converter | null> =>
  openConverter(video.off ? null : video)

/** What there is only once every module has said what it adds. */
type LateDeps = {
  composers: Composers
  insertJobs: Jobs['insert']
  queueAdmin(): JobQueueAdmin
  callOperation: CallOperation
  callFile: CallFile
}

export type Core = Awaited<ReturnType<typeof openCore>>

/** What every module is opened with: the platform's parts, and what several modules share. */
export async function openCore(
  { config, clock, log, logins, ignoresSavedServices = false, removeDemo, demoYear, ...given }: AppOptions,
  { insertJobs, queueAdmin, composers, callOperation, callFile }: LateDeps,
) {
  const keyring = openKeyring(keySourceOf(config))
  const database = openDatabase(logins.app, { log, isSpread: logins.isSpread })
  await database.borrow(assertRestrictedLogin)
  const rootKey = await openRootKey(database, keyring)
  const keeper = given.keyKeeper ?? keyringKeeper(keyring)
  const dataKeys = openDataKeys({ database, keeper, clock })
  const cellKeys = openCellKeys({ database, keeper, clock })
  useCellKeys(database, cellKeys)
  const replica = logins.replica
    ? openReadReplica(logins.replica, { primary: database, log, limits: given.replicaLimits })
    : null
  if (replica) useCellKeys(replica.database, cellKeys)
  if (!(await hasReadableKeys({ database, keeper })))
    log.error(
      {},
      'MASTER_KEY is not the one that practices’ files and columns were encrypted with: none can be read',
    )
  const fileStore = openStoredFiles(config)
  const address = config.publicAddress
  const secureCookies = address.startsWith('https:')
  const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
  const rates = openRateLimits(database)
  const runners = createJobRunners({ database, clock, writeAudit, insertJobs })
  const { runJob, runPlatformJob } = runners
  const services = createSavedServices({ runPlatformJob, keyring, configured: config })
  const mailer =
    config.mail.off && !ignoresSavedServices
      ? createSavedMailer(services, config.dataDir)
      : openMailer(config.mail, { log, dataDir: config.dataDir })
  const identity = createIdentity({
    auth: createAuth({ database: logins.auth, secret, address, log, providers: config.signIn.providers }),
    ...{ database, runJob, keyring, rootKey, rates, clock, address, secret },
    settings: config.signIn,
    isDemo: config.demo,
    enqueue: (queue, data) => database.borrow((client) => insertJobs(client, [{ queue, data }])),
  })
  const statusAddress = `${address}${webhooks.smsNews.path}`
  const scanner = config.malwareScanner.off ? null : openClamavScanner(config.malwareScanner.address)
  const unguardedFiles = sealedFiles(fileStore, dataKeys)
  const quarantine = openQuarantine(database, clock)
  const typesetterOf = () => createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })

  return {
    ...identity,
    ...runners,
    ...{ config, clock, log, keyring, rootKey, secureCookies, services, insertJobs, writeAudit },
    ...{ desk: queueAdmin, composers, callOperation, callFile },
    replica,
    mailer,
    // With nobody to send it to, it lies with the mails of an installation that has no mail server.
    contactMailer: config.contact.off ? openOutbox(config.dataDir) : mailer,
    contactAddress: config.contact.off ? site.supportEmail : config.contact.address,
    sms: openSms(config.sms, { log, dataDir: config.dataDir, statusAddress }),
    ...{ dataKeys, fileStore },
    files: withQuarantine(unguardedFiles, quarantine),
    /** Those in quarantine too, for whoever scans them. */
    unguardedFiles,
    ...{ quarantine, scanner },
    fileGate: createFileGate({ scanner, database, clock, log, writeAudit, insertJobs }),
    typesetter: typesetterOf(),
    /** What is drawn while somebody waits never waits for documents of the queue. */
    previewTypesetter: typesetterOf(),
    sealingKey: () => loadSealingKey({ database, keyring, clock, organisation: 'Candour' }),
    secondKey: async () =>
      config.secondSignature.off
        ? undefined
        : loadSecondKey({ database, keyring, clock }, config.secondSignature.algorithm),
    listSealingKeys: () => listSealingKeys(database),
    timestampAuthority: config.timestamps.off ? undefined : config.timestamps.url,
    gate: createBillingGateway({
      payments: () => services.payments(),
      priceIds: config.planPrices,
      calculatesTax: config.automaticTax,
      clock,
    }),
    resolveTxt: given.resolveTxt ?? txtResolver(config.nameServers),
    draftKeys: openDraftKeys(rootKey),
    ownLinks: createOwnLinks({ database, clock, runJob, insertJobs, secureCookies }),
    converter: await (given.converter ?? findConverter(config)),
    unconfigured: findUnconfigured(config),
    demo: {
      clinicEmails: demoClinics.map(({ domain }) => `hello@${domain}`),
      adminEmail: demoAdmin.email,
      remove: removeDemo ?? null,
      historyProgressOf: (clinicId: string) => demoYear?.progressOf(clinicId) ?? null,
    },
  }
}
