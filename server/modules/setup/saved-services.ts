import type { SettableService } from '../../../contract/setup-wizard.ts'
import type { ConfiguredPart } from '../../../contract/setup.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import type { ObjectStoreSettings } from '../../platform/files/object-store.ts'
import type { MailSettings } from '../../platform/mail/mailer.ts'
import { keepSetting, readSetting, type KeptSetting } from './setup-store.ts'

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
export type SavedOf = { mail: SavedMail; storage: ObjectStoreSettings; payments: SavedPayments }

const purposeOf = (service: SettableService) => `setup-${service}`

/** The secret part of a setting; null where none is kept. */
export const unwrapped = <S extends SettableService>(
  keyring: Keyring,
  service: S,
  secret: string | null | undefined,
): SavedOf[S] | null =>
  secret
    ? (JSON.parse(Buffer.from(keyring.unwrap(purposeOf(service), secret)).toString()) as SavedOf[S])
    : null

const keptAs = { billing: 'payments', mail: 'mail' } as const

/** Those of the parts that the environment leaves unset which no set-up page has set either. */
export async function stillUnset(
  scope: Pick<PlatformScope, 'tx'>,
  unset: readonly ConfiguredPart[],
): Promise<ConfiguredPart[]> {
  const left: ConfiguredPart[] = []
  for (const part of unset) {
    const kept = part === 'database' ? undefined : await readSetting(scope, keptAs[part])
    if (!kept?.secret) left.push(part)
  }
  return left
}

type Parts = { runPlatformJob: RunPlatformJob; keyring: Keyring; configured: ConfiguredServices }
export type SavedServices = ReturnType<typeof openSavedServices>

/**
 * Services as they are set: by the environment, which wins, or else on a set-up page. What was kept there is read each
 * time it is needed, so that a change holds at once, on every instance.
 */
export function openSavedServices({ runPlatformJob, keyring, configured }: Parts) {
  const read = (service: SettableService): Promise<KeptSetting | undefined> =>
    runPlatformJob((scope) => readSetting(scope, service))

  async function saved<S extends SettableService>(service: S): Promise<SavedOf[S] | null> {
    return unwrapped(keyring, service, (await read(service))?.secret)
  }
  const environment: Record<SettableService, boolean> = {
    mail: !configured.mail.off,
    storage: !configured.objectStore.off && !configured.objectStore.isSaved,
    payments: !configured.billing.off,
  }

  return {
    configured,
    read,
    saved,
    /** Whether the environment decides, so that no page does. */
    isFromEnvironment: (service: SettableService): boolean => environment[service],
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
    async keep<S extends SettableService>(
      service: S,
      secret: SavedOf[S],
      { entered, by }: { entered: Record<string, string>; by: string },
    ): Promise<void> {
      const text = keyring.wrap(purposeOf(service), Buffer.from(JSON.stringify(secret)))
      await runPlatformJob((scope) => keepSetting(scope, service, { facts: { entered }, secret: text, by }))
    },
    /** Leaves a service out, and says so. */
    skip: (service: SettableService, by: string): Promise<void> =>
      runPlatformJob((scope) => keepSetting(scope, service, { facts: { isSkipped: true }, by })),
  }
}
