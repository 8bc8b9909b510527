import { z } from 'zod'
import { aborted, id, instant, notFound, operation, paginated, paging, typedText } from './kit.ts'

/** Who administers a practice decides which programs its records go to (rulings 34). */
const needs = 'canManageBilling'

/** Systems that can be connected; a sandbox is a system of its own, with keys and records of its own. */
export const practiceSystemNames = ['dentally', 'dentally-sandbox', 'open-dental'] as const
export type PracticeSystemName = (typeof practiceSystemNames)[number]

/** Systems whose own sign-in page can let us in, where the installation is registered with them. */
export const grantingSystemNames = ['dentally', 'dentally-sandbox'] as const
export type GrantingSystemName = (typeof grantingSystemNames)[number]

/** What opens a practice system: a key of it, or what somebody granted us on its own sign-in page. */
export const systemCredentials = ['key', 'grant'] as const
export type SystemCredential = (typeof systemCredentials)[number]

/** Why a connection makes no progress. */
export const connectionProblems = [
  'key-rejected',
  'access-ended',
  'not-permitted',
  'other-account',
  'redirected',
  'rate-limited',
  'unavailable',
  'unexpected-answer',
] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

export const synchronisedResources = ['practitioners', 'treatments', 'patients', 'appointments'] as const
export type SynchronisedResource = (typeof synchronisedResources)[number]

/** Why a patient of the practice system waits for a person. */
export const heldReasons = [
  'details-contradict',
  'number-contradicts',
  'same-person-twice',
  'several-alike',
  'similar-name',
  'not-active-here',
  'incomplete',
] as const
export type HeldReason = (typeof heldReasons)[number]

export const systemDeliveryKinds = ['document', 'note', 'state'] as const
export type SystemDeliveryKind = (typeof systemDeliveryKinds)[number]

const Resource = z.object({
  resource: z.enum(synchronisedResources),
  /** When it was last read to its end. */
  completedAt: instant.nullable(),
  /** What the reading since then, or the last one, found. */
  read: z.int(),
  written: z.int(),
  held: z.int(),
})

const Connection = z.object({
  id,
  system: z.enum(practiceSystemNames),
  /** As the practice system calls itself to whoever has the key. */
  accountName: z.string(),
  credential: z.enum(systemCredentials),
  /** The last characters of the key; empty where there is none. */
  keyHint: z.string(),
  status: z.enum(['checking', 'active', 'paused']),
  problem: z.enum(connectionProblems).nullable(),
  createdAt: instant,
  lastRunAt: instant.nullable(),
  /** When it goes on by itself; null while somebody has to do something first. */
  nextRunAt: instant.nullable(),
  isRunning: z.boolean(),
  /** Whether documents, notes and states are written back to this system. */
  writesBack: z.boolean(),
  resources: z.array(Resource),
})

const Overview = z.object({
  connection: Connection.nullable(),
  /** Systems that can be connected on their own sign-in page; any can be with a key. */
  granting: z.array(z.enum(grantingSystemNames)),
  held: z.int(),
  /** Appointments that wait for a clinician or a patient to be matched. */
  waiting: z.int(),
  unmatchedPractitioners: z.int(),
  unmappedTreatments: z.int(),
  failedDeliveries: z.int(),
  queuedDeliveries: z.int(),
})

const Person = z.object({
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  nhsNumber: z.string(),
  email: z.string(),
  phone: z.string(),
})

const HeldPatient = z.object({
  id,
  externalId: z.string(),
  reason: z.enum(heldReasons),
  heldAt: instant,
  /** As the practice system has them. */
  inSystem: Person,
  /** Who here may be the same. */
  candidates: z.array(Person.extend({ id, status: z.string() })),
  /** Whether one of them is this person by an earlier answer. */
  isLinked: z.boolean(),
})

const Practitioner = z.object({
  id,
  name: z.string(),
  gdcNumber: z.string(),
  decision: z.enum(['open', 'matched', 'left-out']),
  staffId: id.nullable(),
  staffName: z.string().nullable(),
  proposedStaffId: id.nullable(),
})

const Template = z.object({ id, name: z.string() })

const Treatment = z.object({
  id,
  code: z.string(),
  name: z.string(),
  decision: z.enum(['open', 'mapped', 'no-consent']),
  template: Template.nullable(),
  /** Templates that may be meant, the likeliest first; nothing is taken until somebody confirms it. */
  proposals: z.array(Template),
})

const SystemDelivery = z.object({
  id,
  kind: z.enum(systemDeliveryKinds),
  consentId: id,
  status: z.enum(['queued', 'delivered', 'failed']),
  failure: z.string().nullable(),
  attempts: z.int(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
})

/** A key as somebody pastes it; never answered, so that it stands nowhere but wrapped. */
const key = typedText().trim().min(8, 'Enter the API key').max(500)
const notConnected = aborted('No practice system is connected.')
const isPaused = aborted('This connection is paused. Resume it first.')
const isRejected = aborted('The practice system rejected the key. Replace the key first.')
const isEnded = aborted('Dentally no longer lets Candour in. Connect again.')
const notInPlan = aborted('Your plan does not include connections to other software. Upgrade to add one.')
const alreadyConnected = aborted('A practice system is already connected. Disconnect it first.')
const testAndReal = aborted(
  'Records of a sandbox and of a real practice system are never kept in one practice. Use another practice to test.',
)
const unknownPatient = notFound('Patient')

export const practiceSystems = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/practice-system',
    summary: 'The practice system of this practice: its connection, what was synchronised and what waits',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: Overview,
    example: {},
  }),
  /** Not idempotent: a stored answer or request would be a second place for the key. */
  connect: operation({
    method: 'POST',
    path: '/api/clinic/practice-system',
    summary: 'Connect a practice system with a key of it; the key is tested and nothing is read before',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'practice_system.connected' },
    feature: 'new-connections',
    input: z.object({ system: z.enum(practiceSystemNames), key }),
    output: Overview,
    refusals: {
      'not-in-plan': notInPlan,
      'already-connected': alreadyConnected,
      'test-and-real': testAndReal,
      'bad-key': aborted('An Open Dental key is entered as developer key, slash, customer key.'),
    },
    example: { system: 'dentally', key: 'an-example-key-1234' },
  }),
  /** Leads to no page of ours that a caller names: whoever comes back comes to the one page that is registered. */
  requestAccess: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/access-requests',
    summary: 'The address of the practice system’s own sign-in page, where somebody lets us in or does not',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'practice_system.access_requested' },
    feature: 'new-connections',
    input: z.object({ system: z.enum(grantingSystemNames) }),
    output: z.object({ url: z.string() }),
    refusals: {
      'not-set-up': aborted('This installation is not registered with Dentally. Connect with an API key.'),
      'not-in-plan': notInPlan,
      'already-connected': alreadyConnected,
      'test-and-real': testAndReal,
    },
    example: { system: 'dentally' },
  }),
  /** What the sign-in page sent a browser back with. The code is exchanged, and the connection tested, by the next run. */
  answerAccess: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/access-answers',
    summary: 'Connect the practice system that let us in, from the session that asked it to, once',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.connected', refused: 'practice_system.access_refused' },
    feature: 'new-connections',
    input: z.object({
      state: z.string().min(1).max(200),
      code: z.string().max(2000).optional(),
      error: z.string().max(200).optional(),
    }),
    output: Overview,
    refusals: {
      'not-requested': aborted('This was not begun here, or took too long. Connect again.'),
      denied: aborted('Dentally did not let Candour in. Nothing was connected.'),
      'not-in-plan': notInPlan,
      'already-connected': alreadyConnected,
      'test-and-real': testAndReal,
    },
    example: { state: 'of-no-request', code: 'of-nobody' },
  }),
  replaceKey: operation({
    method: 'PUT',
    path: '/api/clinic/practice-system/key',
    summary: 'Use another key of the same account; it is tested first',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'practice_system.key_replaced' },
    input: z.object({ key }),
    output: Overview,
    refusals: { 'not-connected': notConnected },
    example: { key: 'an-example-key-5678' },
  }),
  pause: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/pauses',
    summary: 'Read and write nothing until it is resumed',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.paused' },
    input: z.object({}),
    output: Overview,
    refusals: { 'not-connected': notConnected },
    example: {},
  }),
  resume: operation({
    method: 'DELETE',
    path: '/api/clinic/practice-system/pauses',
    summary: 'Go on where it was paused',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.resumed' },
    input: z.object({}),
    output: Overview,
    refusals: { 'not-connected': notConnected, 'access-ended': isEnded },
    example: {},
  }),
  disconnect: operation({
    method: 'DELETE',
    path: '/api/clinic/practice-system',
    summary: 'Forget the key and what waits; patients and appointments stay',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'practice_system.disconnected' },
    input: z.object({}),
    output: Overview,
    refusals: { 'not-connected': notConnected },
    example: {},
  }),
  synchronise: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/runs',
    summary: 'Test the connection and read what has changed now',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.synchronised' },
    input: z.object({}),
    output: Overview,
    refusals: {
      'not-connected': notConnected,
      paused: isPaused,
      'key-rejected': isRejected,
      'access-ended': isEnded,
    },
    example: {},
  }),
  listHeld: operation({
    method: 'GET',
    path: '/api/clinic/practice-system/held-patients',
    summary: 'Patients of the practice system who wait for a person to say who they are',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.held_viewed' },
    input: z.object(paging),
    output: paginated(HeldPatient),
    example: {},
  }),
  resolveHeld: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/held-patients/{heldId}/answer',
    summary: 'Say who a patient of the practice system is',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.held_resolved' },
    idempotent: true,
    input: z.object({
      heldId: id,
      /** `link`: that patient, whose details here stay. `add`: somebody new. `leave-out`: nobody of ours. */
      answer: z.enum(['link', 'add', 'leave-out']),
      patientId: id.optional(),
    }),
    output: z.object({}),
    refusals: {
      'not-found': unknownPatient,
      'no-patient': aborted('Choose the patient.'),
      'not-active': aborted('This patient’s record is not active. Restore it first.'),
      incomplete: aborted(
        'A name and a date of birth are needed to add a patient. Complete them in the practice system.',
      ),
    },
    example: { heldId: ':heldPatientId', answer: 'leave-out' },
  }),
  listPractitioners: operation({
    method: 'GET',
    path: '/api/clinic/practice-system/practitioners',
    summary: 'Practitioners of the practice system and who they are here',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(Practitioner),
    example: {},
  }),
  matchPractitioner: operation({
    method: 'PUT',
    path: '/api/clinic/practice-system/practitioners/{practitionerId}',
    summary: 'Say who a practitioner is here, or leave their appointments out',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.practitioner_matched' },
    input: z.object({ practitionerId: id, staffId: id.nullable() }),
    output: z.object({}),
    refusals: {
      'not-found': notFound('Practitioner'),
      'not-clinician': aborted('Choose an active clinician.'),
    },
    example: { practitionerId: ':practitionerId', staffId: null },
  }),
  listTreatments: operation({
    method: 'GET',
    path: '/api/clinic/practice-system/treatments',
    summary: 'Treatments of the practice system and the templates they mean, with proposals',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({ ...paging, decision: z.enum(['open', 'mapped', 'no-consent']).optional() }),
    output: paginated(Treatment),
    example: {},
  }),
  mapTreatment: operation({
    method: 'PUT',
    path: '/api/clinic/practice-system/treatments/{treatmentId}',
    summary: 'Say which template a treatment means, or that it needs no consent',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.treatment_mapped' },
    input: z.object({ treatmentId: id, templateId: id.nullable() }),
    output: z.object({}),
    refusals: {
      'not-found': notFound('Treatment'),
      'unknown-template': aborted('Choose an active template.'),
    },
    example: { treatmentId: ':systemTreatmentId', templateId: null },
  }),
  listDeliveries: operation({
    method: 'GET',
    path: '/api/clinic/practice-system/deliveries',
    summary: 'Documents, notes and states on their way to the practice system',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({ ...paging, status: z.enum(['queued', 'delivered', 'failed']).optional() }),
    output: paginated(SystemDelivery),
    example: {},
  }),
  retryDelivery: operation({
    method: 'POST',
    path: '/api/clinic/practice-system/deliveries/{deliveryId}/retries',
    summary: 'Try again to write something to the practice system',
    access: 'clinic',
    needs,
    audit: { done: 'practice_system.delivery_retried' },
    idempotent: true,
    input: z.object({ deliveryId: id }),
    output: SystemDelivery,
    refusals: {
      'not-found': notFound('Delivery'),
      'already-delivered': aborted('This has already been written to the practice system.'),
      'not-connected': notConnected,
    },
    example: { deliveryId: ':systemDeliveryId' },
  }),
}
