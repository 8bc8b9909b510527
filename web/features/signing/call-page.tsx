import { useState, type FormEvent } from 'react'
import { call_wish_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { requestCall, type CallRequest } from './matter-api.ts'
import { cacheMatters, useMatters } from './matter-thread.ts'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useIdempotencyKey } from './idempotency-key.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

type Time = CallRequest['times'][number]
const timesId = 'times'

type CallPageProps = Pick<StepProps, 'consent' | 'onBack'> & { onLapsed: () => void }

/** Asking the practice to call: when it suits, in words, and no promise of a time. */
export function CallPage({ consent, onBack, onLapsed }: CallPageProps) {
  const { matters, later, locale } = useWords()
  const words = matters.call
  const { busy, setBusy, problems, setProblems, run } = useApiRequest(onLapsed)
  const [times, setTimes] = useState<readonly Time[]>([])
  const [isSent, setIsSent] = useState(false)
  const keyOf = useIdempotencyKey()
  const callRequest = useMatters(consent.id)?.call

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (times.length === 0) return setProblems([{ id: timesId, text: words.noWhen }])
    const wish = { times: [...times], text }
    void run(async () => {
      cacheMatters(consent.id, await requestCall(consent.id, wish, keyOf(wish)))
      setBusy(false)
      setIsSent(true)
    })
  }
  const toggleTime = (time: Time, on: boolean) =>
    setTimes((now) => (on ? [...now, time] : now.filter((one) => one !== time)))

  return (
    <PatientPage title={words.title} onBack={onBack} problems={problems}>
      <p className="mt-3">{words.lead}</p>
      {isSent ? (
        <InlineMessage tone="ok" role="status" className="mt-4">
          {words.sent}
        </InlineMessage>
      ) : (
        <>
          {callRequest && (
            <p className="mt-3 text-muted">
              {fillPlaceholders(words.asked, { time: formatLocalDateTime(callRequest.at, locale) })}
            </p>
          )}
          <DraftForm draft="call" onSubmit={submit} noValidate className="mt-6 space-y-6">
            <Fieldset id={timesId} legend={words.when} error={errorOf(problems, timesId)}>
              {(control) =>
                (Object.keys(words.times) as Time[]).map((time, at) => (
                  <CheckboxField
                    key={time}
                    id={at === 0 ? control.id : `${control.id}-${time}`}
                    label={words.times[time]}
                    checked={times.includes(time)}
                    onChange={(event) => toggleTime(time, event.target.checked)}
                  />
                ))
              }
            </Fieldset>
            <TextareaField
              name="text"
              label={words.more}
              hint={words.moreHint}
              optional={words.optional}
              maxLength={call_wish_length_max}
              rows={2}
              dir="auto"
            />
            <Button type="submit" busy={busy}>
              {words.send}
            </Button>
          </DraftForm>
        </>
      )}
      <div className="mt-6 space-y-4">
        <TextButton onClick={onBack}>{later.back}</TextButton>
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}
