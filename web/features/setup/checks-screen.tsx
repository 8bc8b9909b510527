import { useRef, useState } from 'react'
import type { CheckedComponent, CheckResult } from '../../../contract/setup-checks.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { CheckOutcome, OutcomeBadge, partNames } from './check-outcome.tsx'
import { SetupFrame } from './setup-frame.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'

const title = 'Test this installation'
const parts = Object.keys(partNames) as CheckedComponent[]

/** Looks at every part of the installation for real. */
export const ChecksScreen = () => (
  <SetupGate title={title}>{(key) => <Checks context={key.context} />}</SetupGate>
)

type Results = Partial<Record<CheckedComponent, CheckResult>>

function summaryOf(results: Results): string {
  const found = Object.values(results)
  const count = (outcome: CheckResult['outcome']) =>
    found.filter((result) => result.outcome === outcome).length
  const bad = count('fails') + count('warns')
  if (bad === 0) return 'All configured services work.'
  return bad === 1 ? '1 service needs attention.' : `${bad} services need attention.`
}

function Checks({ context }: Pick<SetupKey, 'context'>) {
  const [results, setResults] = useState<Results>({})
  const [running, setRunning] = useState<CheckedComponent>()
  const { busy, problem, run } = useTask()
  const recipients = useRef<Partial<Record<CheckedComponent, string>>>({})

  async function check(part: CheckedComponent) {
    setRunning(part)
    const recipient = recipients.current[part]?.trim() ?? ''
    const result = await api.setupChecks.run({ part, recipient }, { context })
    setResults((before) => ({ ...before, [part]: result }))
  }
  const checkAll = () =>
    run(async () => {
      setResults({})
      // One after the other: the times they take are their own.
      for (const part of parts) await check(part)
    }).finally(() => setRunning(undefined))
  const checkOne = (part: CheckedComponent) => run(() => check(part)).finally(() => setRunning(undefined))
  const isWhole = parts.every((part) => results[part])

  return (
    <SetupFrame
      title={title}
      lead="Each service is tested live. Messages are sent only to an address or number you enter, and nothing is saved."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Button busy={busy} onClick={checkAll}>
          Test all services
        </Button>
        <p role="status">{isWhole && !busy && summaryOf(results)}</p>
      </div>
      <ProblemMessage problem={problem} />
      {parts.map((part) => (
        <PartPanel
          key={part}
          part={part}
          result={results[part]}
          isRunning={running === part}
          onRecipient={(recipient) => (recipients.current[part] = recipient)}
          onCheck={() => void checkOne(part)}
        />
      ))}
    </SetupFrame>
  )
}

const recipientFields: Partial<Record<CheckedComponent, { label: string; hint: string; type: string }>> = {
  mail: {
    label: 'Send a test message to',
    hint: 'Leave empty to test the sign-in only.',
    type: 'email',
  },
  sms: {
    label: 'Send a test text to',
    hint: 'In full, like +44 7700 900123. Text charges may apply.',
    type: 'tel',
  },
}

type PartPanelProps = {
  part: CheckedComponent
  result: CheckResult | undefined
  isRunning: boolean
  onRecipient: (recipient: string) => void
  onCheck: () => void
}

function PartPanel({ part, result, isRunning, onRecipient, onCheck }: PartPanelProps) {
  const recipientField = recipientFields[part]
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-3">
          {partNames[part]}
          {result && !isRunning && <OutcomeBadge outcome={result.outcome} />}
        </span>
      }
      actions={
        <Button variant="quiet" size="small" busy={isRunning} onClick={onCheck}>
          {result ? 'Check again' : 'Check'}
          <span className="sr-only">: {partNames[part]}</span>
        </Button>
      }
    >
      {recipientField && (
        <TextField
          {...recipientField}
          id={`recipient-${part}`}
          optional
          autoComplete="off"
          width="medium"
          onChange={(event) => onRecipient(event.target.value)}
          className="mb-4"
        />
      )}
      {isRunning ? (
        <Spinner />
      ) : result ? (
        <CheckOutcome result={result} />
      ) : (
        <p className="text-muted">Not checked yet.</p>
      )}
    </Panel>
  )
}
