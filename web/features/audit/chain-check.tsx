import { useState } from 'react'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TermHelp } from '../../ui/term-help.tsx'
import { verificationText, type Verification } from './audit-words.ts'

type ChainCheckProps = {
  /** Whose log is checked. */
  of: string
  check: () => Promise<Verification>
}

/** Has every seal computed anew from its entries, and says what was found. */
export function AuditChainCheck({ of, check }: ChainCheckProps) {
  const [found, setFound] = useState<{ result: Verification; at: Date }>()
  const { busy, problem, run } = useTask()
  return (
    <Panel
      title="Verify the log"
      lead={`Entries are sealed every few seconds in a chain. Verifying recalculates all seals of ${of} from its entries.`}
      className="mt-6"
    >
      <TermHelp term="Seal">
        A seal is a code calculated from a group of entries and the seal before it. If an entry is removed or
        altered, its seal and all later ones no longer match.
      </TermHelp>
      <Button
        className="mt-2"
        variant="quiet"
        busy={busy}
        onClick={() => void run(async () => setFound({ result: await check(), at: new Date() }))}
      >
        Verify the log
      </Button>
      <ProblemMessage problem={problem} className="mt-4" />
      <div role="status">{found && <VerificationResult {...found} />}</div>
    </Panel>
  )
}

function VerificationResult({ result, at }: { result: Verification; at: Date }) {
  const { rows, seals, unsealed, brokenSeal, gaps, intact } = result
  return (
    <div className="mt-5 space-y-4">
      <InlineMessage tone={intact ? 'ok' : 'bad'} title={verificationText(result)}>
        Checked on {momentText(at)}.{!intact && ' Tell your data protection lead before you continue.'}
      </InlineMessage>
      <DescriptionList
        items={[
          { term: 'Entries', detail: numberText(rows) },
          { term: 'Seals', detail: numberText(seals) },
          { term: 'Not sealed yet', detail: numberText(unsealed) },
          { term: 'Broken seal', detail: brokenSeal === null ? 'None' : `Number ${numberText(brokenSeal)}` },
          {
            term: 'Destroyed records',
            detail:
              gaps.length === 0 ? (
                'None'
              ) : (
                <ul className="space-y-1">
                  {gaps.map(({ certificate, erasedAt, consents, intact: holds }) => (
                    <li key={certificate}>
                      Certificate {numberText(certificate)}, {dayText(erasedAt)}, {numberText(consents)}{' '}
                      {consents === 1 ? 'consent' : 'consents'}
                      {holds ? '' : ': its remaining data was altered'}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </div>
  )
}
