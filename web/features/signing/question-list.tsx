import type { ReactNode } from 'react'
import type { Question } from '../../../contract/questions.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { useQuestionThread } from './question-thread.ts'
import { languageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type Entry = Question['entries'][number]

/** Who wrote an entry and when, or what became of the question. */
function useEntryLine() {
  const { questions: words, locale } = useWords()
  return ({ kind, mode, why, by, at }: Entry): string => {
    const values = { name: by, time: formatLocalDateTime(at, locale) }
    if (kind === 'settled') return why === 'have-answer' ? words.saidHave : words.saidNotNeeded
    if (kind !== 'answered') return fillPlaceholders(words.asked, values)
    return fillPlaceholders(mode === 'message' ? words.answered : words[mode ?? 'call'], values)
  }
}

type QuestionListProps = {
  consent: Pick<PatientConsent, 'content'>
  questions: readonly Question[]
  /** What can be done with one of them. */
  renderActions?: (question: Question) => ReactNode
}

/** What was asked and answered, each question under the part that it is about. */
export function QuestionList({ consent, questions, renderActions }: QuestionListProps) {
  const { questions: words } = useWords()
  const lineOf = useEntryLine()
  return (
    <ul className="mt-4 space-y-4">
      {questions.map((question) => {
        const { id, partTitle, state, isBlocking, entries } = question
        return (
          <li key={id} className="card p-4">
            {partTitle ? (
              <h3 {...languageAttributes(partTitle, consent.content)}>{partTitle}</h3>
            ) : (
              <h3>{words.whole}</h3>
            )}
            {state === 'open' && (
              <Badge tone={isBlocking ? 'warn' : 'neutral'} className="mt-2 whitespace-normal!">
                {isBlocking ? words.waitingFirst : words.waiting}
              </Badge>
            )}
            <ul className="mt-3 space-y-3">
              {entries.map((entry) => (
                <li
                  key={entry.id}
                  className={entry.kind === 'answered' ? 'rounded-md bg-brand-soft p-3' : undefined}
                >
                  <p dir="auto" className="text-small text-muted">
                    {lineOf(entry)}
                  </p>
                  {entry.text && (
                    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                      {entry.text}
                    </p>
                  )}
                </li>
              ))}
            </ul>
            {renderActions?.(question)}
          </li>
        )
      })}
    </ul>
  )
}

/** The same to read, where there is nothing to ask any more; nothing where nothing was asked. */
export function AnsweredQuestions({ consent }: { consent: PatientConsent }) {
  const { questions: words } = useWords()
  const { questions = [] } = useQuestionThread(consent.id)
  if (questions.length === 0) return null
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2>{words.title}</h2>
      <QuestionList consent={consent} questions={questions} />
    </section>
  )
}
