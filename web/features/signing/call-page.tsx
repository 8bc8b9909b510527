import { useState, type FormEvent } from 'react'
import { call_wish_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { localMoment } from '../../ui/plain/local-moment.ts'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { askForCall, type CallWish } from './matter-api.ts'
import { keepMatters, useMatters } from './matter-thread.ts'
import { usePageCall } from './page-call.ts'
import { PatientPage } from './patient-page.tsx'
import { PracticeCall } from './practice-call.tsx'
import type { StepProps } from './step-props.ts'
import { TextButton } from './text-button.tsx'
import { useRepeatedKey } from './repeated-key.ts'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

type Time = CallWish['times'][number]
const timesId = 'times'

type CallPageProps = Pick<StepProps, 'consent' | 'onBack'> & { onLapsed: () => void }

/** Asking the practice to call: when it suits, in words, and no promise of a time. */
export function CallPage({ consent, onBack, onLapsed }: CallPageProps) {
  const { matters, later, locale } = useWords()
  const words = matters.call
  const { busy, setBusy, problems, setProblems, run } = usePageCall(onLapsed)
  const [times, setTimes] = useState<readonly Time[]>([])
  const [isSent, setIsSent] = useState(false)
  const keyOf = useRepeatedKey()
  const asked = useMatters(consent.id)?.call

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    if (times.length === 0) return setProblems([{ id: timesId, text: words.noWhen }])
    const wish = { times: [...times], text }
    void run(async () => {
      keepMatters(consent.id, await askForCall(consent.id, wish, keyOf(wish)))
      setBusy(false)
      setIsSent(true)
    })
  }
  const turn = (time: Time, on: boolean) =>
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
          {asked && (
            <p className="mt-3 text-muted">{fill(words.asked, { time: localMoment(asked.at, locale) })}</p>
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
                    onChange={(event) => turn(time, event.target.checked)}
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
        <PracticeCall />
      </div>
    </PatientPage>
  )
}
