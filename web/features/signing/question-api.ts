import type { InferContractRouterInputs } from '@orpc/contract'
import type { Question, questions } from '../../../contract/questions.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof questions>
type QuestionInput = Omit<Inputs['ask'], 'consentId'>
type FollowUpInput = Omit<Inputs['add'], 'consentId' | 'questionId'>
export type SettleReason = Inputs['settle']['why']

const pathOf = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}/questions`
const post = (path: string, body: unknown, idempotencyKey: string) =>
  call<Question[]>({ method: 'POST', path, body, idempotencyKey })

/** What was asked about a consent, with the answers. */
export const listQuestions = (consentId: string) =>
  call<Question[]>({ method: 'GET', path: pathOf(consentId) })

/** Asks; the same key asks once, however often it is sent. */
export const askQuestion = (consentId: string, body: QuestionInput, key: string) =>
  post(pathOf(consentId), body, key)

/** Asks on about something that was asked before. */
export const sendFollowUp = (consentId: string, questionId: string, body: FollowUpInput, key: string) =>
  post(`${pathOf(consentId)}/${encodeURIComponent(questionId)}/additions`, body, key)

/** Says that no answer is needed any more. */
export const settleQuestion = (consentId: string, questionId: string, why: SettleReason, key: string) =>
  post(`${pathOf(consentId)}/${encodeURIComponent(questionId)}/settlement`, { why }, key)
