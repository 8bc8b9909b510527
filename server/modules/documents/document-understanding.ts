import type { FrozenContent } from '../../../contract/consents.ts'
import { languages, type Language } from '../../../contract/languages.ts'
import type { QuestionState } from '../../../contract/understanding-state.ts'
import { checkStatusOf, type CheckEntry } from '../understanding/index.ts'

/** What the record of a consent says of the questions that its patient was asked: as shown, and each answer as given. */
export type DocumentUnderstanding = {
  questions: readonly {
    question: string
    answers: readonly { text: string; right: boolean }[]
    standing: QuestionState
    attempts: readonly { answer: string; isRight: boolean; at: Date }[]
    /** When the patient said that they would rather talk about it. */
    talkWantedAt: readonly Date[]
  }[]
  /** What the patient expects in their own words, and that they would rather talk about all of it. */
  said: readonly { what: 'own-words' | 'talk'; text: string; at: Date }[]
  explained: readonly { text: string; by: string; at: Date }[]
  isDone: boolean
  /** In which language questions were asked beside the English; absent where none were. */
  beside?: Language
}

/** How far a patient had come by a moment; undefined where no questions were asked, or none on the paper they signed. */
export function understandingBefore(
  moment: Date,
  { understanding: check }: Pick<FrozenContent, 'understanding'>,
  all: readonly CheckEntry[],
  isPaper: boolean,
): DocumentUnderstanding | undefined {
  const entries = all.filter(({ at }) => at <= moment)
  if (!check || (isPaper && entries.length === 0)) return undefined
  const { standings, isDone } = checkStatusOf(check, entries)
  const beside = check.questions.find((question) => question.beside)?.beside?.language
  const of = (id: string | null) => entries.filter(({ question }) => question === id)
  return {
    isDone,
    ...(beside && beside !== 'en' && { beside }),
    questions: check.questions.map(({ id, question, answers }, place) => ({
      ...{ question, answers },
      standing: standings[place]!,
      attempts: of(id)
        .filter(({ kind }) => kind === 'answered')
        .map(({ answer, isRight, at }) => ({ answer: answers[answer!]!.text, isRight: isRight!, at })),
      talkWantedAt: of(id)
        .filter(({ kind }) => kind === 'talk')
        .map(({ at }) => at),
    })),
    said: of(null).flatMap(({ kind, text, at }): DocumentUnderstanding['said'] => {
      if (kind === 'talk') return [{ what: 'talk', text: '', at }]
      return kind === 'finished' && text !== '' ? [{ what: 'own-words', text, at }] : []
    }),
    explained: entries
      .filter(({ kind }) => kind === 'explained')
      .map(({ text, byName, at }) => ({ text, by: byName, at })),
  }
}

const questionStatusWords: Record<QuestionState, string> = {
  open: 'Not answered',
  again: 'Answered incorrectly; explained, not answered again',
  right: 'Answered correctly',
  gap: 'Answered incorrectly after the explanation',
  talk: 'The patient prefers to talk about it',
}

/** How it came out, in a sentence. */
function outcomeText({ questions, isDone }: DocumentUnderstanding): string {
  const right = questions.filter(({ standing }) => standing === 'right').length
  const isUntouched = questions.every(({ standing }) => standing === 'open')
  if (isUntouched)
    return `${questions.length} questions were offered. The patient signed without answering them.`
  const score = `${right} of ${questions.length} questions were answered correctly in the end.`
  return isDone ? score : `${score} The patient signed before completing them.`
}

/** The same in what the Typst file prints; `inWords` says a moment. */
export function describeUnderstanding(
  understanding: DocumentUnderstanding,
  formatTime: (at: Date) => string,
) {
  const { questions, said, explained } = understanding
  const { beside } = understanding
  const asked =
    beside &&
    `Questions were shown in ${languages[beside].name} above the English (machine translation, not checked).`
  return {
    outcome: asked ? `${outcomeText(understanding)} ${asked}` : outcomeText(understanding),
    questions: questions.map(({ question, answers, standing, attempts, talkWantedAt }) => ({
      question,
      standing: questionStatusWords[standing],
      answers,
      given: [
        ...attempts.map(({ answer, isRight, at }) => ({
          at,
          words: `“${answer}”, ${isRight ? 'correct' : 'incorrect'}`,
        })),
        ...talkWantedAt.map((at) => ({ at, words: 'Prefers to talk about it' })),
      ]
        .toSorted((one, other) => one.at.getTime() - other.at.getTime())
        .map(({ at, words }) => `${words}, ${formatTime(at)}`),
    })),
    said: said.map(({ what, text, at }) => ({
      what: what === 'talk' ? 'The patient prefers to talk about all of it' : 'In the patient’s own words',
      text,
      at: formatTime(at),
    })),
    explained: explained.map(({ text, by, at }) => ({
      what: `Discussed by ${by}`,
      text,
      at: formatTime(at),
    })),
  }
}
