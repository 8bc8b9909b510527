import { z } from 'zod'
import { additionalConsentKeys } from './additional-consents.ts'
import { discussionModes } from './consent-plan.ts'
import { aborted, id, instant, invalidArgument, notFound, operation, optionalText } from './kit.ts'
import {
  call_wish_length_max,
  matter_answer_length_max,
  matter_entries_max,
  matter_length_max,
  options_max,
  patient_reason_length_max,
} from './limits.ts'
import { contactRefusals } from './patients.ts'

/** What patients are helped to think of; the last is for all that none of the others fits. */
const matterPrompts = ['hope', 'worry', 'work', 'looks', 'pain', 'cost', 'time', 'other'] as const

/** How the clinician answered: as text behind a link, or talked through and when. */
export const matterAnswerModes = ['message', ...discussionModes] as const

/** How an additional consent was given where its signer did not answer on a screen of their own; staff wrote it down. */
export const givenModes = ['paper', 'verbal'] as const

/** When a patient would like to be called, in words: no time is promised. */
const callTimes = ['morning', 'midday', 'afternoon', 'evening', 'any'] as const

/** In how many days a patient who thinks about it wants to be reminded. */
const thinkingDays = [2, 7, 14] as const

/** All that a patient tells about themselves and their choice, and what staff write in answer. */
export const matterEntryKinds = [
  'told',
  'dropped',
  'nothing',
  'answered',
  'leaned',
  'thinking',
  'call_wanted',
  'allowed',
  'refused',
  'blank',
  'withdrawn',
] as const

const Prompt = z.enum(matterPrompts)
const Key = z.enum(additionalConsentKeys)

const Matter = z.object({
  /** Of the telling: another one once the patient has changed it. */
  id,
  prompt: Prompt,
  /** Empty where it was ticked without a word. */
  text: z.string(),
  at: instant,
  answer: z
    .object({
      mode: z.enum(matterAnswerModes),
      text: z.string(),
      /** When it was talked about; null for an answer in writing. */
      on: instant.nullable(),
      by: z.string(),
      at: instant,
    })
    .nullable(),
})
export type Matter = z.infer<typeof Matter>

const AdditionalAnswer = z.object({
  key: Key,
  title: z.string(),
  /** Blank: its boxes were left empty on the paper, which agrees to nothing. */
  answer: z.enum(['yes', 'no', 'blank', 'withdrawn']),
  /** When it was said, whenever it was written down. */
  at: instant,
  how: z.enum(['screen', ...givenModes]),
  /** Who wrote it down; empty where the signer did so on a screen. */
  by: z.string(),
})
export type AdditionalAnswer = z.infer<typeof AdditionalAnswer>

/** Where a patient stands: what matters to them and what they have said of their choice. */
export const Matters = z.object({
  /** What the practice noted of it in a conversation before; empty where there was none. */
  noted: z.string(),
  matters: z.array(Matter),
  /** The patient was asked and had nothing special to say. */
  isNothing: z.boolean(),
  /** The option that the patient leans towards, by its place; null for none. */
  leaning: z.object({ option: z.int(), title: z.string(), at: instant }).nullable(),
  thinking: z.object({ remindDays: z.int().nullable(), at: instant }).nullable(),
  call: z.object({ times: z.array(z.enum(callTimes)), text: z.string(), at: instant }).nullable(),
  additional: z.array(AdditionalAnswer),
})
export type Matters = z.infer<typeof Matters>

/** What matters, as a whole: what is not among it is taken back. Sent twice, it changes nothing. */
const mattersInput = z
  .array(z.object({ prompt: Prompt, text: optionalText(matter_length_max) }))
  .max(matterPrompts.length)
const option = z.int().min(0).max(options_max).nullable()

/** Additional consents as staff write them down: said aloud, or what a paper shows, where boxes may be empty. */
export const VerbalAdditionalConsents = z
  .array(z.object({ key: Key, answer: z.enum(['yes', 'no']) }))
  .max(additionalConsentKeys.length)
export const PaperAdditionalConsents = z
  .array(z.object({ key: Key, answer: z.enum(['yes', 'no', 'blank']) }))
  .max(additionalConsentKeys.length)
export type PaperAdditionalConsent = z.infer<typeof PaperAdditionalConsents>

/** What goes with a signature, so that nothing of it is lost where the connection was. */
export const SigningStatements = z.object({
  matters: z.object({ told: mattersInput, isNothing: z.boolean() }).optional(),
  leaning: option.optional(),
  additional: VerbalAdditionalConsents.default([]),
})
export type SigningStatements = z.infer<typeof SigningStatements>

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const patientRefusals = {
  'not-found': missingConsent,
  'wrong-state': aborted('This form can no longer be changed. Phone the practice.'),
  'too-many': aborted(
    `This form has reached its limit of ${matter_entries_max} entries. Phone the practice.`,
  ),
} as const
const notAllowed = {
  'not-found': missingConsent,
  'not-given': aborted('This is not agreed to, so there is nothing to withdraw. Load the page again.'),
} as const
const recordPermissions = { anyOf: ['createConsents', 'finaliseConsents'] } as const

export const matters = {
  listOwn: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/matters',
    summary: 'What the patient told of themselves and of their choice, with the answers',
    access: 'patient',
    audit: null,
    input: consentId,
    output: Matters,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  tell: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/matters',
    summary: 'Say what matters, all of it at once; changeable until it is signed',
    access: 'patient',
    audit: { done: 'matter.told' },
    idempotent: true,
    input: consentId.extend({ told: mattersInput, isNothing: z.boolean() }),
    output: Matters,
    refusals: patientRefusals,
    example: {
      consentId: ':viewedId',
      told: [{ prompt: 'work', text: 'I play the trumpet' }],
      isNothing: false,
    },
  }),
  lean: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/leaning',
    summary: 'Mark the option that the patient leans towards, or none any more',
    access: 'patient',
    audit: { done: 'matter.leaned' },
    idempotent: true,
    input: consentId.extend({ option }),
    output: Matters,
    refusals: {
      ...patientRefusals,
      'option-not-found': invalidArgument('Choose one of the options of the form.'),
    },
    example: { consentId: ':viewedId', option: null },
  }),
  think: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/thinking-time',
    summary: 'Say that the patient thinks about it, and when to remind them, if at all',
    access: 'patient',
    audit: { done: 'matter.thinking' },
    idempotent: true,
    input: consentId.extend({ remindDays: z.literal(thinkingDays).nullable() }),
    output: Matters,
    refusals: patientRefusals,
    example: { consentId: ':viewedId', remindDays: 7 },
  }),
  askCall: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/call-requests',
    summary: 'Ask the practice to call, with when it suits; it makes a task and promises no time',
    access: 'patient',
    audit: { done: 'matter.call_wanted' },
    idempotent: true,
    input: consentId.extend({
      times: z.array(z.enum(callTimes)).min(1).max(callTimes.length),
      text: optionalText(call_wish_length_max),
    }),
    output: Matters,
    refusals: patientRefusals,
    example: { consentId: ':viewedId', times: ['morning'], text: 'Not on Tuesdays' },
  }),
  takeBack: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/additional-consents/{key}/withdrawal',
    summary: 'Take back one additional consent; the treatment stays agreed to',
    access: 'patient',
    audit: { done: 'matter.withdrawn' },
    idempotent: true,
    input: consentId.extend({ key: Key }),
    output: Matters,
    refusals: notAllowed,
    example: { consentId: ':allowedId', key: 'photos-teaching' },
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/matters',
    summary: 'What the patient told of themselves and of their choice, with the answers',
    access: 'clinic',
    audit: null,
    input: consentId,
    output: Matters,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  answer: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/matters/{matterId}/answers',
    summary:
      'Answer what matters to the patient: in writing, which sends them a link, or as talked about and when',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'matter.answered' },
    idempotent: true,
    input: consentId.extend({
      matterId: id,
      mode: z.enum(matterAnswerModes),
      text: optionalText(matter_answer_length_max),
      /** When it was talked about. */
      on: instant.nullable().default(null),
    }),
    output: Matters,
    refusals: {
      'not-found': notFound('Entry'),
      'text-missing': invalidArgument('Write the answer, so that the patient can read it.'),
      'time-missing': invalidArgument('Enter when you discussed it.'),
      'in-future': invalidArgument('Enter a time that has passed.'),
      'wrong-state': aborted('The patient can no longer open this consent. Talk to them, and record when.'),
      over: aborted('This consent has ended, so nothing more can be added.'),
      'stale-version': aborted('The patient has changed this since you opened it. Reload, then answer.'),
      'no-contact': invalidArgument(
        'This patient has no e-mail address or mobile number. Talk to them, and record when.',
      ),
      ...contactRefusals,
    },
    example: {
      consentId: ':toldId',
      matterId: ':matterId',
      mode: 'message',
      text: 'You can play again after about two weeks.',
    },
  }),
  recordTakenBack: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/additional-consents/{key}/withdrawal',
    summary: 'Record that the patient took back one additional consent',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'matter.withdrawn' },
    idempotent: true,
    input: consentId.extend({ key: Key, reason: optionalText(patient_reason_length_max) }),
    output: Matters,
    refusals: notAllowed,
    example: { consentId: ':allowedId', key: 'photos-teaching', reason: '' },
  }),
  additionalOfPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/additional-consents',
    summary: 'What a patient agreed to besides treatments, as last said in any of their consents',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: z.array(AdditionalAnswer.extend({ consentId: id })),
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
}
