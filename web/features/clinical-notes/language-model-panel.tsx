import type { suggestionOutcomes } from '../../../contract/clinical-notes.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Problem } from '../../ui/use-task.ts'

export type Outcome = (typeof suggestionOutcomes)[number]

type LanguageModelPanelProps = {
  outgoing: { text: string; removed: number; model: string }
  outcome: Outcome | null
  busy: boolean
  problem: Problem | null
  onAsk: () => void
}

const failed: Record<Exclude<Outcome, 'answered'>, string> = {
  slow: 'The language model took too long. The results from the rules are unchanged.',
  busy: 'The language model is busy or cannot be reached. Try again in a moment.',
  refused: 'The language model rejected the request. Ask your administrator to check its key and name.',
  unreadable: 'The language model’s answer could not be used. Nothing was added.',
  'too-often': 'You have reached the hourly limit for the language model. Try again later.',
}

/** Asking a language model as well: what leaves the practice is shown before it does. */
export function LanguageModelPanel({ outgoing, outcome, busy, problem, onAsk }: LanguageModelPanelProps) {
  const { text, removed, model } = outgoing
  const took = removed === 1 ? '1 name or number removed.' : `${removed} names and numbers removed.`
  return (
    <Panel
      title="Language model"
      lead={`The language model ${model} can read the note too. You decide on what it suggests.`}
    >
      <div className="space-y-3">
        <Disclosure summary="What the language model gets">
          <p className="text-small text-muted">
            {removed === 0 ? 'Nothing had to be removed.' : took} If the note still identifies the patient,
            edit it first.
          </p>
          <p dir="auto" className="mt-1.5 whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        </Disclosure>
        <Button variant="quiet" busy={busy} onClick={onAsk}>
          Ask the language model
        </Button>
        <div role="status">
          {outcome === 'answered' && (
            <InlineMessage tone="ok">Answer received. Suggestions are marked below.</InlineMessage>
          )}
          {outcome !== null && outcome !== 'answered' && (
            <InlineMessage tone="warn">{failed[outcome]}</InlineMessage>
          )}
        </div>
        <ProblemMessage problem={problem} />
      </div>
    </Panel>
  )
}
