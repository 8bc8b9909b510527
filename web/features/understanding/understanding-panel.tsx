import { useState } from 'react'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ExplanationForm } from './explanation-form.tsx'
import {
  checkEntryText,
  checkSummary,
  outcomeBadges,
  type Check,
  type CheckEntry,
  type FrozenQuestions,
} from './understanding-words.ts'

type UnderstandingPanelProps = {
  consentId: string
  /** As they were frozen with the text. */
  questions: FrozenQuestions
  check: Check
  /** Whether something may still be written about the consent. */
  isOpen: boolean
  onExplained: (check: Check) => Promise<void>
  onReload: () => Promise<void>
}

/** How the patient went through the questions of the form: what is not clear first, and what was talked through since. */
export function UnderstandingPanel(props: UnderstandingPanelProps) {
  const { consentId, questions, check, isOpen, onExplained, onReload } = props
  const toast = useToast()
  const [isNoting, setIsNoting] = useState(false)
  const isClear = ({ id }: FrozenQuestions[number]) => outcomeOf(check, id) === 'right'
  const [clear, unclear] = [questions.filter(isClear), questions.filter((one) => !isClear(one))]
  const general = check.entries.filter(
    ({ question, kind, text }) => question === null && (kind !== 'finished' || text !== ''),
  )
  return (
    <Panel title="Understanding" lead={checkSummary(check)}>
      {check.hasBegun && (
        <>
          <QuestionList questions={unclear} {...{ check }} />
          {clear.length > 0 && (
            <Disclosure summary={`${clear.length} right`} className="mt-1">
              <QuestionList questions={clear} {...{ check }} />
            </Disclosure>
          )}
        </>
      )}
      <EntryList entries={general} />
      {isOpen && (check.needsTalk || isNoting) && (
        <ExplanationForm
          consentId={consentId}
          seen={check.entries.length}
          onExplained={async (now) => {
            setIsNoting(false)
            await onExplained(now)
            toast('Explanation recorded.')
          }}
          onStale={onReload}
        />
      )}
      {isOpen && !check.needsTalk && !isNoting && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setIsNoting(true)}>
          Record explanation
        </Button>
      )}
    </Panel>
  )
}

const outcomeOf = ({ questions }: Check, id: string) =>
  questions.find((question) => question.id === id)?.standing ?? 'open'

/** Questions with how they came out and what was said to them. */
function QuestionList({ questions, check }: Pick<UnderstandingPanelProps, 'questions' | 'check'>) {
  if (questions.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {questions.map(({ id, question, answers }) => {
        const { tone, label } = outcomeBadges[outcomeOf(check, id)]
        return (
          <li key={id} className="py-3 first:pt-0">
            <div className="flex flex-wrap items-center gap-2">
              <h3 dir="auto" className="min-w-0 wrap-anywhere">
                {question}
              </h3>
              <Badge tone={tone}>{label}</Badge>
            </div>
            <EntryList entries={check.entries.filter((entry) => entry.question === id)} answers={answers} />
          </li>
        )
      })}
    </ul>
  )
}

type EntryListProps = { entries: readonly CheckEntry[]; answers?: readonly { text: string }[] }

function EntryList({ entries, answers }: EntryListProps) {
  if (entries.length === 0) return null
  return (
    <ul className="mt-2 space-y-2">
      {entries.map((entry) => (
        <li key={entry.id} className={entry.kind === 'explained' ? 'rounded-md bg-paper p-3' : undefined}>
          <p className="text-small text-muted">
            <bdi>{checkEntryText(entry, answers)}</bdi>, {momentText(entry.at)}
          </p>
          {entry.text && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {entry.text}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
