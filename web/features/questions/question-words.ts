import { agreedStatuses, awaitingStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { Api } from '../../api.ts'

export type Question = Awaited<ReturnType<Api['questions']['list']>>[number]
type Entry = Question['entries'][number]
export type AnswerMode = NonNullable<Entry['mode']>

const answered: Record<AnswerMode, string> = {
  message: 'answered in writing',
  call: 'answered by phone',
  visit: 'answered in person',
}

/** Who wrote an entry, and how it was told. */
export function entryTitle({ kind, mode, why, by }: Pick<Entry, 'kind' | 'mode' | 'why' | 'by'>): string {
  if (kind === 'settled')
    return why === 'have-answer' ? 'The patient has their answer' : 'Answer no longer needed'
  if (kind === 'answered') return `${by} ${answered[mode ?? 'message']}`
  return kind === 'asked' ? 'Question from the patient' : 'Follow-up question from the patient'
}

/** The part of the form that a question is about. */
export const aboutWords = ({ partTitle }: Pick<Question, 'partTitle'>): string =>
  partTitle || 'The whole form'

const modeLabels: Record<AnswerMode, string> = {
  message: 'In writing: the patient gets a message with a link',
  call: 'Answered by phone: record the answer',
  visit: 'Answered in person: record the answer',
}
const readable: readonly ConsentStatus[] = [...awaitingStatuses, ...agreedStatuses]
const closedStates: readonly ConsentStatus[] = ['voided', 'superseded', 'expired']

/** How a question about a consent in this state can be answered; not at all once it has ended. */
export function answerModesFor(status: ConsentStatus): { value: AnswerMode; label: string }[] {
  if (closedStates.includes(status)) return []
  const ways: AnswerMode[] = readable.includes(status) ? ['message', 'call', 'visit'] : ['call', 'visit']
  return ways.map((value) => ({ value, label: modeLabels[value] }))
}
