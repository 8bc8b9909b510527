import { contract } from '../../../contract/index.ts'
import type { CheckResult } from '../../../contract/setup-checks.ts'
import type { ConfigurableService } from '../../../contract/setup-wizard.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { openObjectStore } from '../../platform/files/object-store.ts'
import { handle, type SetupScope } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { openSmtp } from '../../platform/mail/smtp-mailer.ts'
import { timeCheck } from './check-finding.ts'
import { checkStorage } from './machine-checks.ts'
import { checkMail } from './mail-check.ts'
import type { SavedSettings } from './saved-services.ts'
import { checkPayments } from './installation-checks.ts'
import { buildWizardState, type WizardStateDeps } from './wizard-state.ts'

const trial_timeout_ms = 2000
/** A trial is not repeated for long: whoever waits sees what is wrong and mends it. */
const openTrialStore = (settings: SavedSettings['storage']): FileStore =>
  openObjectStore(settings, { call_ms_max: trial_timeout_ms, upload_ms_max: trial_timeout_ms })

type MailEntry = { host: string; port: number; isTlsFromStart: boolean; user: string }

/** The address of a mail server with its login, as the mailer takes it. */
function buildSmtpUrl({ host, port, isTlsFromStart, user }: MailEntry, password: string): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `${isTlsFromStart ? 'smtps' : 'smtp'}://${login}${host}:${port}`
}

const passwordFromUrl = (url: string | undefined): string =>
  url === undefined ? '' : decodeURIComponent(new URL(url).password)

/** A name that is a host and nothing more, so that nothing typed becomes another part of the address. */
const isHostName = (host: string): boolean =>
  /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(host) && URL.canParse(`http://${host}`)

/** What stands in the way of keeping anything: no session, or an environment that decides. */
function saveRefusal({ services }: WizardStateDeps, { tokenHash }: SetupScope, service: ConfigurableService) {
  if (tokenHash !== null) return refuse('sign-in-first')
  return services.isFromEnvironment(service) ? refuse('set-by-environment') : null
}

type ServiceTrial<S extends ConfigurableService> = {
  service: S
  check: CheckResult
  secret: SavedSettings[S]
  entered: Record<string, string>
}

/** Keeps what works; of what does not, nothing is kept. A warning is no reason not to. */
async function saveIfWorking<S extends ConfigurableService>(
  deps: WizardStateDeps,
  scope: SetupScope,
  { service, check, secret, entered }: ServiceTrial<S>,
) {
  const isKept = check.outcome === 'works' || check.outcome === 'warns'
  const by = 'name' in scope.actor ? scope.actor.name : ''
  if (isKept) await deps.services.keep(service, secret, { entered, by })
  return {
    answer: { isKept, check, state: await buildWizardState(deps, scope) },
    subject: service,
    details: { outcome: check.outcome },
    ...(!isKept && { as: 'partly' as const }),
  }
}

/** Trying services and keeping them, as `contract/setup-wizard.ts` declares it. */
export const setupSettingsHandlers = (deps: WizardStateDeps) => ({
  keepMail: handle(contract.setupWizard.keepMail, async (scope, input) => {
    const refusal = saveRefusal(deps, scope, 'mail')
    if (refusal) return refusal
    const { from, recipient, password: typed, ...server } = input
    const password = typed || passwordFromUrl((await deps.services.saved('mail'))?.url)
    const secret = {
      url: isHostName(server.host) ? buildSmtpUrl(server, password) : 'smtp://invalid.invalid',
      from,
    }
    const mailer = openSmtp(secret)
    const check = await timeCheck('mail', () => checkMail({ off: false, ...secret }, { recipient, mailer }))
    const { host, port, isTlsFromStart, user } = server
    const entered = { host, port: String(port), isTlsFromStart: String(isTlsFromStart), user, from }
    return saveIfWorking(deps, scope, { service: 'mail', check, secret, entered })
  }),

  keepStorage: handle(contract.setupWizard.keepStorage, async (scope, input) => {
    const refusal = saveRefusal(deps, scope, 'storage')
    if (refusal) return refusal
    const { secretAccessKey: typed, ...entered } = input
    const secretAccessKey = typed || ((await deps.services.saved('storage'))?.secretAccessKey ?? '')
    const secret = { ...entered, secretAccessKey }
    const storageLocation = `the bucket ${entered.bucket} at ${new URL(entered.endpoint).host}`
    const check = await timeCheck('storage', () =>
      checkStorage({ files: openTrialStore(secret), place: storageLocation }),
    )
    return saveIfWorking(deps, scope, { service: 'storage', check, secret, entered })
  }),

  keepPayments: handle(contract.setupWizard.keepPayments, async (scope, typed) => {
    const refusal = saveRefusal(deps, scope, 'payments')
    if (refusal) return refusal
    const before = await deps.services.saved('payments')
    const secret = {
      secretKey: typed.secretKey || (before?.secretKey ?? ''),
      webhookSecret: typed.webhookSecret || (before?.webhookSecret ?? ''),
    }
    const api = deps.services.configured.stripeApi
    const check = await timeCheck('payments', () => checkPayments({ off: false, ...secret, api }))
    return saveIfWorking(deps, scope, { service: 'payments', check, secret, entered: {} })
  }),

  skip: handle(contract.setupWizard.skip, async (scope, { service }) => {
    const refusal = saveRefusal(deps, scope, service)
    if (refusal) return refusal
    await deps.services.skip(service, 'name' in scope.actor ? scope.actor.name : '')
    return { answer: await buildWizardState(deps, scope), subject: service }
  }),
})
