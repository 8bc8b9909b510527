import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation, text } from './kit.ts'
import {
  question_answer_length_max,
  question_length_max,
  questions_an_hour_max,
  questions_max,
} from './limits.ts'
import { contactRefusals } from './patients.ts'

/** What is written in a thread: a question, more of the same from the patient, an answer, and that none is needed. */
export const questionEntryKinds = ['asked', 'added', 'answered', 'settled'] as const

/** How an answer reached the patient: as text behind a link, or told to them and summed up by whoever told it. */
export const answerModes = ['message', 'call', 'visit'] as const

/** Why a patient waits for an answer no more. */
export const closedReasons = ['have-answer', 'not-needed'] as const

const Entry = z.object({
  id,
  kind: z.enum(questionEntryKinds),
  text: z.string(),
  at: instant,
  /** Who answered; empty where the patient wrote. */
  by: z.string(),
  mode: z.enum(answerModes).nullable(),
  why: z.enum(closedReasons).nullable(),
})

/** One question with all that was written since, oldest first. */
export const Question = z.object({
  id,
  /** The part of the frozen text that it is about, from 1; null for the whole. */
  part: z.int().nullable(),
  partTitle: z.string(),
  state: z.enum(['open', 'answered', 'settled']),
  /** It is open, and the patient wants the answer before they sign. */
  isBlocking: z.boolean(),
  askedAt: instant,
  entries: z.array(Entry),
})
export type Question = z.infer<typeof Question>

const consentId = z.object({ consentId: id })
const questionParams = consentId.extend({ questionId: id })
const questionInput = { text: text(question_length_max), isBlocking: z.boolean() }

const missingConsent = notFound('Consent')
const missingQuestion = notFound('Question')
const questionsClosedRefusal = aborted(
  'You can no longer ask questions about this form here. Phone the practice.',
)
const questionLimitRefusals = {
  'too-soon': {
    code: 'resource-exhausted',
    message: `You have sent ${questions_an_hour_max} messages within an hour. Wait a little, or phone the practice.`,
  },
  'too-many': aborted(`This form has reached its limit of ${questions_max} entries. Phone the practice.`),
} as const
const answerPermissions = { anyOf: ['createConsents', 'canSendForms'] } as const

export const questions = {
  listOwn: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/questions',
    summary: "The patient's questions about their consent, with the answers",
    access: 'patient',
    audit: null,
    input: consentId,
    output: z.array(Question),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  ask: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/questions',
    summary:
      'Ask about a part of the text, or about all of it; signing waits for the answer if the patient says so',
    access: 'patient',
    audit: { done: 'question.asked' },
    idempotent: true,
    input: consentId.extend({ part: z.int().min(1).nullable(), ...questionInput }),
    output: z.array(Question),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': questionsClosedRefusal,
      'part-not-found': invalidArgument('Choose a part of the form, or the whole form.'),
      ...questionLimitRefusals,
    },
    example: { consentId: ':viewedId', part: 1, text: 'How long will it be sore?', isBlocking: true },
  }),
  add: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/questions/{questionId}/additions',
    summary: 'Ask on about something that was asked before',
    access: 'patient',
    audit: { done: 'question.added' },
    idempotent: true,
    input: questionParams.extend(questionInput),
    output: z.array(Question),
    refusals: {
      'not-found': missingQuestion,
      'wrong-state': questionsClosedRefusal,
      ...questionLimitRefusals,
    },
    example: {
      consentId: ':askedId',
      questionId: ':questionId',
      text: 'And if it is sore for longer?',
      isBlocking: false,
    },
  }),
  settle: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/questions/{questionId}/settlement',
    summary: 'Say that no answer is needed any more, and why; signing waits for it no longer',
    access: 'patient',
    audit: { done: 'question.settled' },
    idempotent: true,
    input: questionParams.extend({ why: z.enum(closedReasons) }),
    output: z.array(Question),
    refusals: {
      'not-found': missingQuestion,
      'wrong-state': questionsClosedRefusal,
      'not-open': aborted('This question no longer needs an answer. Reload to see it.'),
    },
    example: { consentId: ':askedId', questionId: ':questionId', why: 'have-answer' },
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/questions',
    summary: 'What the patient asked about a consent, open questions first and of these the newest',
    access: 'clinic',
    needs: answerPermissions,
    audit: null,
    input: consentId,
    output: z.array(Question),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  answer: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/questions/{questionId}/answers',
    summary:
      'Answer in writing, which sends the patient a link, or record what was answered in a call or a visit',
    access: 'clinic',
    needs: answerPermissions,
    audit: { done: 'question.answered' },
    idempotent: true,
    input: questionParams.extend({
      mode: z.enum(answerModes),
      text: text(question_answer_length_max),
      /** The last entry of the question as whoever answers has read it. */
      seen: id,
    }),
    output: z.array(Question),
    refusals: {
      'not-found': missingQuestion,
      'wrong-state': aborted(
        'The patient can no longer open this consent. Phone them, and record your answer.',
      ),
      over: aborted('This consent has ended, so nothing more can be added.'),
      'stale-version': aborted(
        'There is a new message or answer since you opened this. Reload, then answer.',
      ),
      'no-contact': invalidArgument(
        'This patient has no e-mail address or mobile number. Answer by phone or in person, and record it here.',
      ),
      ...contactRefusals,
    },
    example: {
      consentId: ':askedId',
      questionId: ':questionId',
      mode: 'message',
      text: 'Most people need a painkiller for two or three days.',
      seen: ':questionId',
    },
  }),
}
