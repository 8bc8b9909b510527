import type {
  ConnectionProblem,
  HeldReason,
  PracticeSystemName,
  SynchronisedResource,
  SystemDeliveryKind,
} from '../../../contract/practice-systems.ts'
import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

type Answers = Api['practiceSystems']
export type Overview = Awaited<ReturnType<Answers['get']>>
export type Connection = NonNullable<Overview['connection']>
export type HeldPage = Awaited<ReturnType<Answers['listHeld']>>
export type HeldPatient = HeldPage['rows'][number]
export type Practitioner = Awaited<ReturnType<Answers['listPractitioners']>>[number]
export type TreatmentPage = Awaited<ReturnType<Answers['listTreatments']>>
export type SystemTreatment = TreatmentPage['rows'][number]
export type DeliveryPage = Awaited<ReturnType<Answers['listDeliveries']>>
export type SystemDelivery = DeliveryPage['rows'][number]

export const systemNames: Record<PracticeSystemName, string> = {
  dentally: 'Dentally',
  'dentally-sandbox': 'Dentally sandbox (test data)',
  'open-dental': 'Open Dental',
}

export const resourceNames: Record<SynchronisedResource, string> = {
  practitioners: 'Practitioners',
  treatments: 'Treatments',
  patients: 'Patients',
  appointments: 'Appointments',
}

export const deliveryNames: Record<SystemDeliveryKind, string> = {
  document: 'Signed document',
  note: 'Clinical note',
  state: 'Consent status',
}

/** What stops a connection, and what to do about it. */
const problemWords: Record<ConnectionProblem, { title: string; text: string }> = {
  'key-rejected': {
    title: 'The key was rejected',
    text: 'It may have expired or been revoked; Dentally keys expire after two weeks without use. A sandbox key works only with the sandbox. Create a new key and replace it here.',
  },
  'access-ended': {
    title: 'Dentally no longer lets Candour in. Connect again.',
    text: 'Nothing is read or written until then. Patients and appointments stay.',
  },
  'not-permitted': {
    title: 'The key does not have permission',
    text: 'Create a key that can read patients, appointments, practitioners and treatments, and update patients. Then replace it here.',
  },
  'other-account': {
    title: 'The key belongs to another practice',
    text: 'Nothing was read with it. Replace it with a key of the practice that was connected first.',
  },
  redirected: {
    title: 'The practice system redirected the request',
    text: 'Redirects are not followed, so the key is not sent anywhere else. Contact the practice system’s support.',
  },
  'rate-limited': {
    title: 'The practice system asked us to wait',
    text: 'Its limit on requests was reached. Synchronisation continues automatically.',
  },
  unavailable: {
    title: 'The practice system could not be reached',
    text: 'We keep trying, less often each time.',
  },
  'unexpected-answer': {
    title: 'The practice system sent an unexpected answer',
    text: 'We keep trying. If this continues, contact support.',
  },
}

/** The same where nobody has a key. */
const grantProblemWords: Partial<typeof problemWords> = {
  'key-rejected': {
    title: 'Dentally rejected the request',
    text: 'We keep trying, less often each time. If this continues, connect again.',
  },
  'not-permitted': {
    title: 'Dentally did not let Candour into all it needs',
    text: 'Connect again with an account that may read patients, appointments, practitioners and treatments, and update patients.',
  },
  'other-account': {
    title: 'Dentally let Candour into another practice',
    text: 'Nothing was read. Connect again with an account of the practice that was connected first.',
  },
}

/** The same where nobody can connect again on the practice system's own page. */
const keyProblemWords: Partial<typeof problemWords> = {
  'key-rejected': {
    title: 'Dentally rejected the request',
    text: 'We keep trying, less often each time. If this continues, use an API key.',
  },
  'access-ended': {
    title: 'Dentally no longer lets Candour in. Use an API key.',
    text: 'Nothing is read or written until then. Patients and appointments stay.',
  },
  'not-permitted': {
    title: 'Dentally did not let Candour into all it needs',
    text: 'Use an API key that can read patients, appointments, practitioners and treatments, and update patients.',
  },
  'other-account': {
    title: 'Dentally let Candour into another practice',
    text: 'Nothing was read. Use an API key of the practice that was connected first.',
  },
}

export const problemWordsOf = (
  { credential }: Pick<Connection, 'credential'>,
  problem: ConnectionProblem,
  isOffered: boolean,
): { title: string; text: string } => {
  if (credential !== 'grant') return problemWords[problem]
  return (!isOffered && keyProblemWords[problem]) || grantProblemWords[problem] || problemWords[problem]
}

/** Whether somebody has to let us in once more. */
export const isAccessNeededAgain = ({ credential, problem }: Connection): boolean =>
  credential === 'grant' &&
  problem !== null &&
  ['key-rejected', 'access-ended', 'not-permitted', 'other-account', 'redirected'].includes(problem)

export const heldReasonWords: Record<HeldReason, string> = {
  'details-contradict': 'The name or date of birth differs from the linked patient',
  'number-contradicts': 'Same NHS number, different name or date of birth',
  'same-person-twice': 'Appears twice in the practice system',
  'several-alike': 'Several patients have this name and date of birth',
  'similar-name': 'A patient with a similar name and the same date of birth',
  'not-active-here': 'The matching patient record is not active',
  incomplete: 'Name or date of birth missing or not usable',
}

type State = { label: string; tone: Tone }

export function connectionBadge({ status, problem, isRunning }: Connection): State {
  if (problem === 'access-ended') return { label: 'Not connected', tone: 'bad' }
  if (status === 'paused') return { label: 'Paused', tone: 'neutral' }
  if (problem === 'rate-limited') return { label: 'Waiting', tone: 'warn' }
  if (problem) return { label: 'Not working', tone: 'bad' }
  if (status === 'checking') return { label: 'Testing connection', tone: 'brand' }
  return isRunning ? { label: 'Synchronising', tone: 'brand' } : { label: 'Connected', tone: 'ok' }
}

const deliveryStates = {
  queued: { label: 'Sending', tone: 'brand' },
  delivered: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
} as const satisfies Record<SystemDelivery['status'], State>

export const deliveryBadge = ({ status }: SystemDelivery): State => deliveryStates[status]

/** The name of somebody on one line. */
export const personLine = ({ title, firstName, lastName }: HeldPatient['inSystem']): string =>
  [title, firstName, lastName].filter(Boolean).join(' ') || 'No name'
