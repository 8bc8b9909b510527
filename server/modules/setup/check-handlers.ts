import { contract } from '../../../contract/index.ts'
import type { CheckedComponent } from '../../../contract/setup-checks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { handle } from '../../platform/http/operations.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { SmsSender, SmsSettings } from '../../platform/sms/sms.ts'
import type { LanguageModelSettings } from '../clinical-notes/index.ts'
import { timeCheck, type Finding } from './check-finding.ts'
import { checkClock, checkDatabase, checkDisk, checkQueue, checkStorage } from './machine-checks.ts'
import { checkMail } from './mail-check.ts'
import type { SavedServices } from './saved-services.ts'
import { checkLanguageModel, checkPayments, checkSms, checkTimestamps } from './installation-checks.ts'

type Optional<Settings> = { off: true } | ({ off: false } & Settings)

export type SetupCheckDeps = {
  database: Database
  runPlatformJob: RunPlatformJob
  clock: Clock
  files: FileStore
  services: SavedServices
  mailer: Mailer
  sms: SmsSender
  dataDir: string
  isEmbedded: boolean
  smsSettings: SmsSettings
  timestamps: Optional<{ url: string }>
  languageModel: Optional<LanguageModelSettings>
}

/** Where files are kept, in words. */
const storageLocationText = ({ objectStore }: SavedServices['configured']): string =>
  objectStore.off
    ? 'the data directory'
    : `the bucket ${objectStore.bucket} at ${new URL(objectStore.endpoint).host}`

/** Each part with how it is looked at. */
function createChecks(
  deps: SetupCheckDeps,
): Record<CheckedComponent, (recipient: string) => Promise<Finding>> {
  const { services, timestamps } = deps
  const authority = timestamps.off ? null : timestamps.url
  return {
    database: () => checkDatabase(deps),
    disk: () => checkDisk(deps),
    storage: () => checkStorage({ files: deps.files, place: storageLocationText(services.configured) }),
    queue: () => checkQueue(deps),
    mail: async (recipient) => checkMail(await services.mail(), { recipient, mailer: deps.mailer }),
    sms: (recipient) => checkSms(deps.smsSettings, { recipient, sms: deps.sms }),
    payments: async () => checkPayments(await services.payments()),
    'time-stamps': () => checkTimestamps(timestamps, deps),
    'language-model': () => checkLanguageModel(deps.languageModel),
    clock: () => checkClock({ ...deps, authority }),
  }
}

/** Looking at the parts of the installation, as `contract/setup-checks.ts` declares it. */
export function checkHandlers(deps: SetupCheckDeps) {
  const checks = createChecks(deps)
  return {
    run: handle(contract.setupChecks.run, async (_scope, { part, recipient }) => {
      const answer = await timeCheck(part, () => checks[part](recipient))
      const { outcome, milliseconds } = answer
      return { answer, subject: part, details: { outcome, milliseconds, hasRecipient: recipient !== '' } }
    }),
  }
}
