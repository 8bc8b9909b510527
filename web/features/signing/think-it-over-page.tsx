import { useState, type FormEvent } from 'react'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { recordThinkingTime, type ThinkingTime } from './matter-api.ts'
import { cacheMatters } from './matter-thread.ts'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { useIdempotencyKey } from './idempotency-key.ts'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

const remindId = 'remind'
const days: Record<string, ThinkingTime['remindDays']> = { no: null, days2: 2, days7: 7, days14: 14 }

type ThinkItOverPageProps = Pick<StepProps, 'consent' | 'onBack'> & { onLapsed: () => void }

/** Thinking it over needs nobody's leave: the form stays open, and the practice is told only by whoever wants it told. */
export function ThinkItOverPage({ consent, onBack, onLapsed }: ThinkItOverPageProps) {
  const { later, matters, locale } = useWords()
  const words = matters.think
  const { expiresAt } = consent
  const { busy, setBusy, problems, setProblems, run } = useApiRequest(onLapsed)
  const [wish, setWish] = useState('')
  const [isSent, setIsSent] = useState(false)
  const keyOf = useIdempotencyKey()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wish === '') return setProblems([{ id: remindId, text: words.noRemind }])
    const time = { remindDays: days[wish] ?? null }
    void run(async () => {
      cacheMatters(consent.id, await recordThinkingTime(consent.id, time, keyOf(time)))
      setBusy(false)
      setIsSent(true)
    })
  }

  return (
    <PatientPage title={later.title} onBack={onBack} problems={problems}>
      <p className="mt-3">{words.lead}</p>
      <p className="mt-2">
        {expiresAt
          ? fillPlaceholders(later.until, { date: formatLocalDay(expiresAt, locale) })
          : later.comeBack}
      </p>
      <p className="mt-2">{later.ask}</p>
      {isSent ? (
        <InlineMessage tone="ok" role="status" className="mt-6">
          {words.sent}
        </InlineMessage>
      ) : (
        <DraftForm draft="later" onSubmit={submit} noValidate className="mt-6">
          <RadioGroup
            id={remindId}
            name={remindId}
            legend={words.remind}
            error={errorOf(problems, remindId)}
            value={wish}
            options={[
              { value: 'no', label: words.no },
              { value: 'days2', label: words.days2 },
              { value: 'days7', label: words.days7 },
              { value: 'days14', label: words.days14 },
            ]}
            onChange={setWish}
          />
          <Button type="submit" busy={busy} className="mt-6">
            {words.send}
          </Button>
        </DraftForm>
      )}
      <div className="mt-6 space-y-4">
        <TextButton onClick={onBack}>{later.back}</TextButton>
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}
