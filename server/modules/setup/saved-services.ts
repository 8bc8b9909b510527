import type { ConfigurableService } from '../../../contract/setup-wizard.ts'
import type { OptionalService } from '../../../contract/setup.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { ObjectStoreSettings } from '../../platform/files/object-store.ts'
import type { MailSettings } from '../../platform/mail/mailer.ts'
import { saveSetting, readSetting, type StoredSetting } from './setup-store.ts'

type Off = { off: true }
export type PaymentSettings = { secretKey: string; webhookSecret: string; api: string }
export type StoreSettings = ObjectStoreSettings & {
  /** It came from a set-up page: files that lie on the disk since before are still read from there. */
  isSaved?: boolean | undefined
}

/** What the environment sets of the services that may be set on a page too. */
export type ConfiguredServices = {
  mail: MailSettings
  billing: Off | ({ off: false } & PaymentSettings)
  objectStore: Off | ({ off: false } & StoreSettings)
  /** Where Stripe is asked. */
  stripeApi: string
}

type SavedMail = { url: string; from: string }
type SavedPayments = { secretKey: string; webhookSecret: string }
export type SavedSettings = { mail: SavedMail; storage: ObjectStoreSettings; payments: SavedPayments }

const encryptionPurposeOf = (service: ConfigurableService) => `setup-${service}`

/** The secret part of a setting; null where none is kept. */
export const unwrapSecret = <S extends ConfigurableService>(
  keyring: Keyring,
  service: S,
  secret: string | null | undefined,
): SavedSettings[S] | null =>
  secret
    ? (JSON.parse(
        Buffer.from(keyring.unwrap(encryptionPurposeOf(service), secret)).toString(),
      ) as SavedSettings[S])
    : null

const settingNames = { billing: 'payments', mail: 'mail' } as const

/** Those of the parts that the environment leaves unset which no set-up page has set either. */
export async function findUnconfiguredServices(
  scope: Pick<PlatformScope, 'tx'>,
  unset: readonly OptionalService[],
): Promise<OptionalService[]> {
  const left: OptionalService[] = []
  for (const part of unset) {
    const savedSetting = part === 'database' ? undefined : await readSetting(scope, settingNames[part])
    if (!savedSetting?.secret) left.push(part)
  }
  return left
}

type SavedServicesDeps = { runPlatformJob: RunPlatformJob; keyring: Keyring; configured: ConfiguredServices }
export type SavedServices = ReturnType<typeof createSavedServices>

/**
 * Services as they are set: by the environment, which wins, or else on a set-up page. What was kept there is read each
 * time it is needed, so that a change holds at once, on every instance.
 */
export function createSavedServices({ runPlatformJob, keyring, configured }: SavedServicesDeps) {
  const read = (service: ConfigurableService): Promise<StoredSetting | undefined> =>
    runPlatformJob((scope) => readSetting(scope, service))

  async function saved<S extends ConfigurableService>(service: S): Promise<SavedSettings[S] | null> {
    return unwrapSecret(keyring, service, (await read(service))?.secret)
  }
  const environment: Record<ConfigurableService, boolean> = {
    mail: !configured.mail.off,
    storage: !configured.objectStore.off && !configured.objectStore.isSaved,
    payments: !configured.billing.off,
  }

  return {
    configured,
    read,
    saved,
    /** Whether the environment decides, so that no page does. */
    isFromEnvironment: (service: ConfigurableService): boolean => environment[service],
    async mail(): Promise<MailSettings> {
      if (!configured.mail.off) return configured.mail
      const kept = await saved('mail')
      return kept ? { off: false, ...kept } : { off: true }
    },
    async payments(): Promise<ConfiguredServices['billing']> {
      if (!configured.billing.off) return configured.billing
      const kept = await saved('payments')
      return kept ? { off: false, ...kept, api: configured.stripeApi } : { off: true }
    },
    async keep<S extends ConfigurableService>(
      service: S,
      secret: SavedSettings[S],
      { entered, by }: { entered: Record<string, string>; by: string },
    ): Promise<void> {
      const text = keyring.wrap(encryptionPurposeOf(service), Buffer.from(JSON.stringify(secret)))
      await runPlatformJob((scope) => saveSetting(scope, service, { facts: { entered }, secret: text, by }))
    },
    /** Leaves a service out, and says so. */
    skip: (service: ConfigurableService, by: string): Promise<void> =>
      runPlatformJob((scope) => saveSetting(scope, service, { facts: { isSkipped: true }, by })),
  }
}
