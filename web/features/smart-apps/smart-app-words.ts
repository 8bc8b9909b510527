import type { PatientScope } from '../../../contract/integration-scopes.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type SmartApp = Awaited<ReturnType<Api['smartApps']['list']>>[number]
export type OfferedApp = Awaited<ReturnType<Api['smartApps']['offered']>>[number]

/** What an app may read of a patient, for people. */
export const patientScopeWords: Record<PatientScope, string> = {
  'patient/Consent.read': 'Consents',
  'patient/QuestionnaireResponse.read': 'Answers and choices',
  'patient/DocumentReference.read': 'Signed documents, scans and pictures',
  'patient/Patient.read': 'Name, birth date and NHS number',
  'patient/Appointment.read': 'Appointments',
  'patient/Encounter.read': 'Arrivals and treatments in progress',
}

const isHttpsUrl = (typed: string): boolean => URL.parse(typed)?.protocol === 'https:'

/** An app as its form says it, or what is missing. */
export function parseSmartAppForm(form: FormData) {
  const textOf = (name: string): string => String(form.get(name) ?? '').trim()
  const [name, launchUrl] = [textOf('name'), textOf('launchUrl')]
  const redirectUris = textOf('redirectUris').split(/\s+/).filter(Boolean)
  const scopes = form.getAll('scopes') as PatientScope[]
  const areRedirects = redirectUris.length > 0 && redirectUris.every(isHttpsUrl)
  const errors: FieldProblem[] = [
    ...(name === '' ? [{ id: 'name', text: 'Enter the app’s name' }] : []),
    ...(isHttpsUrl(launchUrl)
      ? []
      : [{ id: 'launchUrl', text: 'Enter an address that begins with https://' }]),
    ...(areRedirects
      ? []
      : [{ id: 'redirectUris', text: 'Enter addresses that begin with https://, one on each line' }]),
    ...(scopes.length === 0 ? [{ id: 'scopes', text: 'Choose what it can read' }] : []),
  ]
  return { entry: { name, launchUrl, redirectUris, scopes }, errors }
}

/** What an app asks for, as the address says it by OAuth's names. */
export function authorizationIn(params: URLSearchParams) {
  const valueOf = (name: string): string => params.get(name) ?? ''
  return {
    responseType: valueOf('response_type'),
    clientId: valueOf('client_id'),
    redirectUri: valueOf('redirect_uri'),
    scope: valueOf('scope'),
    state: valueOf('state'),
    aud: valueOf('aud'),
    launch: valueOf('launch'),
    codeChallenge: valueOf('code_challenge'),
    codeChallengeMethod: valueOf('code_challenge_method'),
  }
}
