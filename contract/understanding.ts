import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation, optionalText, text } from './kit.ts'
import {
  understanding_answers_max,
  understanding_entries_max,
  understanding_explanation_length_max,
  understanding_answer_length_max,
} from './limits.ts'
import { checkEntryKinds, questionStates } from './understanding-state.ts'

const questionId = z.string().min(1).max(60)

/** One answer, wish or note, as it was given. */
const Entry = z.object({
  id,
  number: z.int(),
  kind: z.enum(checkEntryKinds),
  /** The question of the frozen text; null where all of the check is meant. */
  question: z.string().nullable(),
  /** The answer chosen, by its place. */
  answer: z.int().nullable(),
  isRight: z.boolean().nullable(),
  /** The patient's own words, or what the clinician explained. */
  text: z.string(),
  at: instant,
  /** Who noted it; empty where the patient wrote. */
  by: z.string(),
})

/** How a patient went through the questions that were frozen with their consent. */
export const UnderstandingCheck = z.object({
  entries: z.array(Entry),
  questions: z.array(z.object({ id: z.string(), standing: z.enum(questionStates), attempts: z.int() })),
  hasBegun: z.boolean(),
  isDone: z.boolean(),
  /** Questions that were answered rightly in the end. */
  right: z.int(),
  /** Not clear to the patient, or they would rather talk, and nobody has talked it through since. */
  needsTalk: z.boolean(),
})
export type UnderstandingCheck = z.infer<typeof UnderstandingCheck>

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const refusals = {
  'not-found': missingConsent,
  'wrong-state': aborted(
    'This form no longer accepts answers. Phone the practice if something is not clear.',
  ),
  'no-check': aborted('This form has no questions.'),
  'question-not-found': invalidArgument('This form has no such question.'),
  'too-many': aborted(
    `This form has reached its limit of ${understanding_entries_max} answers. Phone the practice.`,
  ),
} as const

export const understanding = {
  readOwn: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/understanding',
    summary: 'How the patient went through the questions of their form so far',
    access: 'patient',
    audit: null,
    input: consentId,
    output: UnderstandingCheck,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  answer: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/understanding/answers',
    summary: 'Answer a question; each attempt is kept, and none locks anybody out',
    access: 'patient',
    audit: { done: 'understanding.answered' },
    idempotent: true,
    input: consentId.extend({
      question: questionId,
      answer: z
        .int()
        .min(0)
        .max(understanding_answers_max - 1),
    }),
    output: UnderstandingCheck,
    refusals: { ...refusals, 'answer-not-found': invalidArgument('Choose one of the answers.') },
    example: { consentId: ':viewedId', question: 'change-of-mind', answer: 0 },
  }),
  talk: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/understanding/talks',
    summary: 'Say that one would rather talk about a question, or about all of it, than answer here',
    access: 'patient',
    audit: { done: 'understanding.talk_wanted' },
    idempotent: true,
    input: consentId.extend({ question: questionId.nullable() }),
    output: UnderstandingCheck,
    refusals,
    example: { consentId: ':viewedId', question: null },
  }),
  finish: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/understanding/finish',
    summary: 'End the check, with what the patient expects in their own words if they like',
    access: 'patient',
    audit: { done: 'understanding.checked' },
    idempotent: true,
    input: consentId.extend({ ownWords: optionalText(understanding_answer_length_max) }),
    output: UnderstandingCheck,
    refusals,
    example: { consentId: ':viewedId', ownWords: 'You take the tooth out, and it is sore for some days.' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/understanding',
    summary: 'How the patient went through the questions of a consent, and what was explained since',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'finaliseConsents'] },
    audit: null,
    input: consentId,
    output: UnderstandingCheck,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  explain: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/understanding/explanations',
    summary: 'Note that what was not clear was talked through with the patient, and what was explained',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'finaliseConsents'] },
    audit: { done: 'understanding.explained' },
    idempotent: true,
    input: consentId.extend({
      text: text(understanding_explanation_length_max),
      /** How many entries whoever notes it has seen: nothing is settled that they have not read. */
      seen: z.int().min(0),
    }),
    output: UnderstandingCheck,
    refusals: {
      'not-found': missingConsent,
      'no-check': aborted('This form has no questions. Record a conversation instead.'),
      over: aborted('This consent has ended, so nothing more can be added.'),
      'stale-version': aborted(
        'There is a new answer or note since you opened this. Reload, then add your note.',
      ),
      'too-many': refusals['too-many'],
    },
    example: {
      consentId: ':viewedId',
      text: 'Went through the risk to the nerve with a drawing; the patient said it back.',
      seen: 0,
    },
  }),
}
