import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { useToast } from '../../ui/toast.tsx'
import { additionalWords, answerProvenanceText, type AdditionalAnswer, type Matters } from './matter-words.ts'

type AdditionalConsentListProps = {
  consentId: string
  additional: readonly AdditionalAnswer[]
  mayRecord: boolean
  onChanged: (matters: Matters) => Promise<void>
}

/** What was asked besides the treatment and how it was answered; each that was given can be recorded as taken back. */
export function AdditionalConsentList({
  consentId,
  additional,
  mayRecord,
  onChanged,
}: AdditionalConsentListProps) {
  const toast = useToast()
  const [asking, setAsking] = useState<string | null>(null)
  const keyOf = useIdempotencyKey()
  const { busy, problem, run } = useTask()
  if (additional.length === 0) return null

  const takeBack = (key: AdditionalAnswer['key']) =>
    run(async () => {
      const input = { consentId, key, reason: '' }
      await onChanged(await api.matters.recordTakenBack(input, { context: { idempotencyKey: keyOf(input) } }))
      setAsking(null)
      toast('Withdrawal recorded.')
    })
  return (
    <section className="mt-3 border-t border-line pt-3">
      <h3>Additional consents</h3>
      <ul className="mt-2 space-y-3">
        {additional.map(({ key, title, answer, at, ...given }) => (
          <li key={key}>
            <p>
              {title}: <strong>{additionalWords[answer]}</strong>
            </p>
            <p className="text-small text-muted">
              {momentText(at)}
              {answerProvenanceText(given)}
            </p>
            {mayRecord && answer === 'yes' && asking !== key && (
              <Button variant="quiet" size="small" className="mt-1" onClick={() => setAsking(key)}>
                Record as withdrawn<span className="sr-only">: {title}</span>
              </Button>
            )}
            {asking === key && answer === 'yes' && (
              <div className="mt-1 flex flex-wrap items-center gap-2">
                <p>This is no longer agreed to. The treatment is still agreed to.</p>
                <Button variant="danger" size="small" busy={busy} onClick={() => void takeBack(key)}>
                  Record withdrawal
                </Button>
                <Button variant="quiet" size="small" onClick={() => setAsking(null)}>
                  Cancel
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ProblemMessage problem={problem} />
    </section>
  )
}
