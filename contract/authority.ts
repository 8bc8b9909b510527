import { z } from 'zod'
import {
  ageGroups,
  authorityOutcomes,
  authorityQuestions,
  type AuthorityOutcome,
  type AuthorityQuestion,
} from './authority-rules.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalText,
  personName,
  lineText,
} from './kit.ts'
import { authority_reason_length_max } from './limits.ts'
import { nations } from './retention-rules.ts'
import { cosignerRoles, signerRoles } from './signing.ts'

const answer = <Question extends AuthorityQuestion>(question: Question) =>
  z.enum(authorityQuestions[question]).optional()

/** The answers that were given, each one of those that the table knows. */
const AuthorityAnswersInput = z.object({
  capacity: answer('capacity'),
  advance: answer('advance'),
  who: answer('who'),
  obstacle: answer('obstacle'),
  competence: answer('competence'),
  basis: answer('basis'),
  registration: answer('registration'),
  granted: answer('granted'),
  control: answer('control'),
  care: answer('care'),
  power: answer('power'),
  scope: answer('scope'),
})

/** The person who was looked at: somebody already on the patient's record, by id, or somebody new. */
const Person = z.object({
  guardianId: id.nullable().default(null),
  name: personName(120),
  relationship: lineText(80),
  /** The last day on which they may decide; null for no end. */
  validUntil: isoDate.nullable().default(null),
})

const AuthorityDecision = z.object({
  id,
  number: z.int(),
  nation: z.enum(nations),
  group: z.enum(ageGroups),
  answers: AuthorityAnswersInput,
  /** When the birth was registered, where that was asked. */
  registeredOn: z.string().nullable(),
  outcome: z.enum(Object.keys(authorityOutcomes) as [AuthorityOutcome, ...AuthorityOutcome[]]),
  kind: z.enum(['signs', 'not-this-person', 'stop']),
  signers: z.array(z.enum(signerRoles)),
  form: z.enum(['consent', 'competence', 'capacity', 'best-interests', 'section-47', 'none']),
  /** As it was shown when it was decided: a later table changes none of it. */
  title: z.string(),
  why: z.string(),
  sources: z.array(z.string()),
  person: z.object({ name: z.string(), relationship: z.string() }).nullable(),
  seen: z.string(),
  reason: z.string(),
  /** Who else has to sign beside them. */
  asked: z.array(z.enum(cosignerRoles)),
  by: z.string(),
  gdcNumber: z.string().nullable(),
  at: instant,
})
export type AuthorityDecision = z.infer<typeof AuthorityDecision>

const PatientAuthority = z.object({
  nation: z.enum(nations),
  age: z.int(),
  group: z.enum(ageGroups),
  /** Those on the patient's record, to choose from. */
  people: z.array(z.object({ guardianId: id, name: z.string(), relationship: z.string() })),
})
export type PatientAuthority = z.infer<typeof PatientAuthority>

const Authority = PatientAuthority.extend({
  /** Newest first: the first that lets somebody sign, or stops everybody, holds. */
  decisions: z.array(AuthorityDecision),
  /** Whether something may still be decided: until it is signed or has ended. */
  isOpen: z.boolean(),
})
export type Authority = z.infer<typeof Authority>

const consentId = z.object({ consentId: id })
const patientId = z.object({ patientId: id })
const missingConsent = notFound('Consent')
const missingPatient = notFound('Patient')
/** As on the form of a patient's details, which holds the same people. */
const editPatientPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const

/** What is told of a person. */
const personFields = {
  answers: AuthorityAnswersInput,
  registeredOn: isoDate.nullable().default(null),
  person: Person.nullable().default(null),
  /** What was seen of their authority. */
  seen: optionalText(300),
}
const personRefusals = {
  unfinished: invalidArgument('Answer each question first.'),
  'person-required': invalidArgument(
    'Enter the name of this person and how they are related to the patient.',
  ),
  'evidence-required': invalidArgument('Enter the evidence of their authority, such as the order.'),
  'too-many-people': invalidArgument(
    'This patient’s record has the maximum number of people. Remove one first.',
  ),
} as const

export const authority = {
  read: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/authority',
    summary: 'Who may sign a consent, as it was decided, newest first',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'finaliseConsents'] },
    audit: null,
    input: consentId,
    output: Authority,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  decide: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/authority',
    summary: 'Decide by the table who may sign, put it on record and into the patient’s record',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'finaliseConsents'] },
    audit: { done: 'authority.decided', refused: 'authority.decide_refused' },
    idempotent: true,
    input: consentId.extend({
      ...personFields,
      /** How a clinician came to it. */
      reason: optionalText(authority_reason_length_max),
      asked: z.array(z.enum(cosignerRoles)).max(cosignerRoles.length).default([]),
    }),
    output: Authority,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': aborted('This consent has been answered or has ended, so it can no longer be signed.'),
      ...personRefusals,
      'reason-required': invalidArgument(
        'Enter your reasons: what the patient understood, in their own words as far as possible.',
      ),
      'not-clinician': { code: 'permission-denied', message: 'Only a clinician can record this assessment.' },
    },
    example: { consentId: ':consentId', answers: { capacity: 'not-doubted', who: 'patient' } },
  }),
  ofPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/authority',
    summary:
      'What the table of who may sign asks about a patient: nation, age group and the people on record',
    access: 'clinic',
    needs: editPatientPermissions,
    audit: null,
    input: patientId,
    output: PatientAuthority,
    refusals: { 'not-found': missingPatient },
    example: { patientId: ':patientId' },
  }),
  recordPerson: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/authority',
    summary: 'Put a person on a patient’s record with the authority that the table finds, or without it',
    access: 'clinic',
    needs: editPatientPermissions,
    audit: { done: 'authority.person_recorded', refused: 'authority.person_refused' },
    idempotent: true,
    input: patientId.extend(personFields),
    output: PatientAuthority,
    refusals: {
      'not-found': missingPatient,
      'patient-merged': aborted('This record was merged into another one. Open that one instead.'),
      'of-a-consent': aborted(
        'These answers do not name a person. Decide who may sign on the consent itself.',
      ),
      ...personRefusals,
    },
    example: {
      patientId: ':patientId',
      answers: { capacity: 'lacks', advance: 'none', who: 'welfare-attorney', power: 'health', scope: 'yes' },
      person: { name: 'Ada Whitcombe', relationship: 'Daughter' },
      seen: 'Lasting power of attorney for health and welfare, registered in 2024',
    },
  }),
}
