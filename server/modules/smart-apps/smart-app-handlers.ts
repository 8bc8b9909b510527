import { contract } from '../../../contract/index.ts'
import { smart_apps_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { appointmentsOfDay } from '../appointments/index.ts'
import { entitlements } from '../clinics/index.ts'
import { findPatient } from '../patients/index.ts'
import { staffName } from '../staff/index.ts'
import { answerUrl, judge, type Asked } from './smart-app-rules.ts'
import {
  findApp,
  findLaunch,
  insertApp,
  insertGrant,
  insertLaunch,
  listApps,
  removeApp,
  useUpLaunch,
  type SmartAppRow,
} from './smart-app-store.ts'

const { smartApps } = contract

type Creator = { firstName: string; lastName: string }

const viewOf = ({ id, name, launchUrl, redirectUris, scopes, createdAt }: SmartAppRow, creator: Creator) => ({
  ...{ id, name, launchUrl, redirectUris, scopes },
  ...{ createdBy: staffName(creator), createdAt: createdAt.toISOString() },
})

/** What the patient comes for today, where it is not called off: the encounter that an app is told of. */
async function appointmentOfToday(scope: ClinicScope, patientId: string): Promise<string | null> {
  const today = (await appointmentsOfDay(scope)).filter(
    ({ appointment }) => appointment.patientId === patientId,
  )
  const ofStatus = (...statuses: string[]) =>
    today.find(({ appointment }) => statuses.includes(appointment.status))?.appointment.id
  return ofStatus('started') ?? ofStatus('arrived') ?? ofStatus('booked') ?? ofStatus('done') ?? null
}

type Request = Asked & { clientId: string; redirectUri: string; launch: string; state: string }

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The operations of `contract/smart-apps.ts` for people. */
export function smartAppHandlers({ address }: { address: string }) {
  const issuer = `${address}/api/fhir`

  /** Who asks, at which registered address, and for which launch: refused to people, and sent nowhere, where it is not so. */
  async function identify(scope: ClinicScope, { clientId, redirectUri, launch: token }: Request) {
    const app = uuidPattern.test(clientId) ? await findApp(scope, clientId) : undefined
    if (!app) return refuse('app-unknown')
    if (!app.redirectUris.includes(redirectUri)) return refuse('redirect-mismatch')
    const launch = await findLaunch(scope, { appId: app.id, token })
    if (!launch) return refuse('launch-over')
    if (launch.staffId !== scope.staffId) return refuse('launch-of-another')
    const patient = await findPatient(scope, launch.openedPatientId)
    if (!patient) return refuse('launch-over')
    return patient.status === 'active' ? { app, launch, patient } : refuse('patient-not-active')
  }

  /** The answer as the app hears it: which server gave it stands in it, so that no other's is taken for it (RFC 9207). */
  const answerTo = ({ redirectUri, state }: Request, answer: Record<string, string>): string =>
    answerUrl(redirectUri, { ...answer, ...(state ? { state } : {}), iss: issuer })

  return {
    list: handle(smartApps.list, async (scope) => ({
      answer: (await listApps(scope)).map(({ app, creator }) => viewOf(app, creator)),
    })),

    create: handle(smartApps.create, async (scope, input) => {
      if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
      if ((await listApps(scope)).length >= smart_apps_max) return refuse('too-many')
      const { name, launchUrl, redirectUris, scopes } = input
      const made = await insertApp(scope, {
        ...{ name, launchUrl },
        ...{ redirectUris: [...new Set(redirectUris)], scopes: [...new Set(scopes)] },
      })
      const listed = (await listApps(scope)).find(({ app }) => app.id === made.id)!
      const details = { launchUrl, redirectUris: made.redirectUris, scopes: made.scopes }
      return { answer: viewOf(made, listed.creator), subject: made.id, details }
    }),

    remove: handle(smartApps.remove, async (scope, { appId }) =>
      (await removeApp(scope, appId)) ? { answer: {}, subject: appId } : refuse('not-found'),
    ),

    offered: handle(smartApps.offered, async (scope) => ({
      answer: (await listApps(scope)).map(({ app: { id, name } }) => ({ id, name })),
    })),

    launch: handle(smartApps.launch, async (scope, { appId, patientId }) => {
      const app = await findApp(scope, appId)
      if (!app) return refuse('app-not-found')
      const patient = await findPatient(scope, patientId)
      if (!patient || patient.mergedInto) return refuse('patient-not-found')
      if (patient.status !== 'active') return refuse('patient-not-active')
      const openedAppointmentId = await appointmentOfToday(scope, patientId)
      const { token } = await insertLaunch(scope, { appId, openedPatientId: patientId, openedAppointmentId })
      const url = answerUrl(app.launchUrl, { iss: issuer, launch: token })
      return { answer: { url }, subject: patientId, details: { app: app.name } }
    }),

    review: handle(smartApps.review, async (scope, request) => {
      const known = await identify(scope, request)
      if (known instanceof Refusal) return known
      const { app, patient } = known
      const judged = judge(request, { registered: app.scopes, audience: issuer })
      const answer = {
        appName: app.name,
        patientName: [patient.firstName, patient.lastName].filter(Boolean).join(' '),
        host: new URL(request.redirectUri).host,
      }
      return 'error' in judged
        ? { answer: { ...answer, scopes: [], returnUrl: answerTo(request, { error: judged.error }) } }
        : { answer: { ...answer, scopes: judged.scopes, returnUrl: null } }
    }),

    decide: handle(smartApps.decide, async (scope, { allowed, ...request }) => {
      const known = await identify(scope, request)
      if (known instanceof Refusal) return known
      const { app, launch } = known
      const judged = judge(request, { registered: app.scopes, audience: issuer })
      // Whatever is decided, it is decided once.
      if (!(await useUpLaunch(scope, launch.id))) return refuse('launch-over')
      const subject = launch.openedPatientId
      const declined = (error: string) => ({
        answer: { returnUrl: answerTo(request, { error }) },
        ...{ subject, details: { app: app.name, error }, as: 'partly' as const },
      })
      if ('error' in judged) return declined(judged.error)
      if (!allowed) return declined('access_denied')
      const { appId, openedPatientId, openedAppointmentId } = launch
      const { redirectUri, codeChallenge } = request
      const { scopes } = judged
      const agreed = { appId, openedPatientId, openedAppointmentId, scopes, redirectUri, codeChallenge }
      const { code } = await insertGrant(scope, agreed)
      const returnUrl = answerTo(request, { code })
      return { answer: { returnUrl }, subject, details: { app: app.name, scopes } }
    }),
  }
}
