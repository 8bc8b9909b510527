import { useState } from 'react'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AnswerForm } from './answer-form.tsx'
import { aboutWords, answerModesFor, entryTitle, type AnswerMode, type Question } from './question-words.ts'

type QuestionPanelProps = {
  consentId: string
  status: ConsentStatus
  /** Open ones first. */
  questions: readonly Question[]
  /** After an answer, with what there is now: the consent's messages and events are others as well. */
  onAnswered: (questions: Question[]) => Promise<void>
  /** Asks for the questions again. */
  onReload: () => Promise<void>
}

const notifiedText: Record<AnswerMode, string> = {
  message: 'Answer sent to the patient.',
  call: 'Answer recorded.',
  visit: 'Answer recorded.',
}

/** What the patient asked, part by part, and what was answered. Nothing where nothing was asked. */
export function QuestionPanel({ consentId, status, questions, onAnswered, onReload }: QuestionPanelProps) {
  const toast = useToast()

  async function answered(now: Question[], mode: AnswerMode) {
    await onAnswered(now)
    toast(notifiedText[mode])
  }
  if (questions.length === 0) return null
  const open = questions.filter(({ state }) => state === 'open')
  return (
    <Panel
      title="Questions"
      lead={open.length > 0 ? 'The patient is waiting for an answer.' : 'No questions to answer.'}
    >
      <ul className="divide-y divide-line">
        {questions.map((question) => (
          <QuestionItem
            key={question.id}
            question={question}
            consentId={consentId}
            ways={answerModesFor(status)}
            isFirst={question.id === open[0]?.id}
            onAnswered={answered}
            onStale={onReload}
          />
        ))}
      </ul>
    </Panel>
  )
}

type QuestionItemProps = Omit<Parameters<typeof AnswerForm>[0], 'question'> & {
  question: Question
  /** The one to answer first, whose form is open. */
  isFirst: boolean
}

function QuestionItem({ question, isFirst, ...form }: QuestionItemProps) {
  const { state, isBlocking, entries } = question
  const [isAnswering, setIsAnswering] = useState(isFirst)
  const mayAnswer = form.ways.length > 0
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 dir="auto" className="min-w-0 wrap-anywhere">
          {aboutWords(question)}
        </h3>
        {state === 'open' && (
          <Badge tone={isBlocking ? 'warn' : 'brand'}>{isBlocking ? 'Before they sign' : 'Open'}</Badge>
        )}
      </div>
      <ul className="mt-2 space-y-2">
        {entries.map(({ id, at, text, ...entry }) => (
          <li key={id} className={entry.kind === 'answered' ? 'rounded-md bg-paper p-3' : undefined}>
            <p className="text-small text-muted">
              <bdi>{entryTitle({ ...entry })}</bdi>, {momentText(at)}
            </p>
            {text && (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
      {mayAnswer && isAnswering && (
        <AnswerForm
          {...form}
          question={question}
          onAnswered={async (...answer) => {
            setIsAnswering(false)
            await form.onAnswered(...answer)
          }}
        />
      )}
      {mayAnswer && !isAnswering && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setIsAnswering(true)}>
          {state === 'open' ? 'Answer' : 'Answer again'}
          <span className="sr-only">: {aboutWords(question)}</span>
        </Button>
      )}
    </li>
  )
}
