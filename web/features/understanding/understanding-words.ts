import type { QuestionState } from '../../../contract/understanding-state.ts'
import type { Api } from '../../api.ts'

export type Check = Awaited<ReturnType<Api['understanding']['get']>>
export type CheckEntry = Check['entries'][number]
export type FrozenQuestions = NonNullable<
  Awaited<ReturnType<Api['consents']['get']>>['content']['understanding']
>['questions']

type Tone = 'neutral' | 'brand' | 'ok' | 'warn'

/** How each question came out, in a word or two and never by colour alone. */
export const outcomeBadges: Record<QuestionState, { label: string; tone: Tone }> = {
  open: { label: 'Not answered', tone: 'neutral' },
  again: { label: 'Wrong once', tone: 'neutral' },
  right: { label: 'Right', tone: 'ok' },
  gap: { label: 'Wrong twice', tone: 'warn' },
  talk: { label: 'Prefers to talk', tone: 'warn' },
}

type CheckStateFields = Pick<Check, 'hasBegun' | 'isDone' | 'right' | 'needsTalk' | 'questions'>

/** Where the check stands, in a sentence. */
export function checkSummary({ hasBegun, isDone, right, needsTalk, questions }: CheckStateFields): string {
  if (needsTalk) return 'Something is not clear to the patient. Discuss it and record the explanation here.'
  if (!hasBegun)
    return `${questions.length} questions are offered after reading. The patient has answered none.`
  const score = `${right} of ${questions.length} right`
  return isDone ? `${score}.` : `${score} so far.`
}

/** What an entry says of itself; `answers` are those of its question. */
export function checkEntryText(
  { kind, answer, isRight, by }: Pick<CheckEntry, 'kind' | 'answer' | 'isRight' | 'by'>,
  answers: readonly { text: string }[] = [],
): string {
  if (kind === 'answered') return `“${answers[answer ?? 0]?.text ?? ''}”, ${isRight ? 'right' : 'not right'}`
  if (kind === 'talk') return 'Prefers to talk about it'
  return kind === 'explained' ? `${by} explained it` : 'In the patient’s own words'
}
