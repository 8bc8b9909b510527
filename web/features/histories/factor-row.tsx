import { clsx } from 'clsx'
import { useId } from 'react'
import type { HistoryFact, KnownFact } from '../../../contract/histories.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { Dentition } from '../teeth/index.ts'
import { useToothNotation } from '../clinics/index.ts'
import { AnswerChoice } from './answer-choice.tsx'
import { FactorDetails } from './factor-details.tsx'
import type { Question } from './history-draft.ts'
import { answerWords, formatFactDetails, formatProvenance } from './history-words.ts'

type FactorRowProps = {
  question: Question
  /** What stands in the record; undefined where nobody has asked. */
  known: KnownFact | undefined
  /** What the screen shows: the record, or what is not saved yet. */
  fact: HistoryFact | undefined
  isDrafted: boolean
  /** What somebody else answered meanwhile. */
  clash: KnownFact | undefined
  mayEdit: boolean
  dentition: Dentition
  onAnswer: (answer: HistoryFact['answer']) => void
  onChange: (fact: HistoryFact) => void
  errors: readonly FieldProblem[]
}

/** One question of the history with its answer. */
export function FactorRow(props: FactorRowProps) {
  const { question, known, fact, isDrafted, clash, mayEdit, dentition, onAnswer, onChange, errors } = props
  const id = useId()
  const isGrave = fact?.answer === 'yes' && question.mayStop
  return (
    <li className={clsx('border-s-4 px-5 py-3.5', isGrave ? 'border-s-warn-edge' : 'border-s-transparent')}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={`${id}-label`} className="text-[1em]">
              {question.label}
            </h3>
            {isGrave && <Badge tone="warn">May stop a treatment</Badge>}
            {isDrafted && <Badge tone="brand">Not saved</Badge>}
          </div>
          <div id={`${id}-ask`}>
            <p className="text-muted">{question.ask}</p>
            {question.help && <p className="text-small text-muted">{question.help}</p>}
          </div>
          <p className="mt-0.5 text-small text-muted">
            {known ? formatProvenance(known) : isDrafted ? null : 'Not asked yet'}
          </p>
        </div>
        {mayEdit ? (
          <AnswerChoice
            factor={question.id}
            labelledBy={`${id}-label`}
            describedBy={`${id}-ask`}
            value={fact?.answer}
            onAnswer={onAnswer}
          />
        ) : (
          fact && <SavedAnswer fact={fact} question={question} />
        )}
      </div>
      {clash && (
        <InlineMessage tone="warn" role="status" className="mt-3">
          {clash.byName} answered “{answerWords[clash.answer]}” in the meantime. Saving replaces it with your
          answer.
        </InlineMessage>
      )}
      {mayEdit && fact?.answer === 'yes' && (
        <FactorDetails {...{ question, fact, dentition, onChange, errors }} />
      )}
    </li>
  )
}

function SavedAnswer({ fact, question }: { fact: HistoryFact; question: Question }) {
  const details = formatFactDetails(fact, question, useToothNotation())
  return (
    <p className="max-w-80">
      <strong>{answerWords[fact.answer]}</strong>
      {details && <span className="text-muted"> {details}</span>}
    </p>
  )
}
