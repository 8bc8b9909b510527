import type { FormEvent } from 'react'
import { patient_reason_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { usePageCall } from './page-call.ts'
import { PatientPage } from './patient-page.tsx'
import { declineConsent } from './signing-api.ts'
import { TextButton } from './text-button.tsx'
import { WithdrawPage, type AnswerPageProps } from './withdraw-page.tsx'
import { useWords } from './words-context.tsx'

const reasonId = 'reason'

/**
 * Saying no, in the person's own words. Who has agreed by word of mouth already takes that back instead, or talks with
 * the practice: their yes is on record.
 */
export const DeclinePage = (props: AnswerPageProps) =>
  props.consent.status === 'verbal' ? <WithdrawPage {...props} /> : <RefusalPage {...props} />

function RefusalPage({ consent, onAnswered, onLapsed, onBack }: AnswerPageProps) {
  const { decline } = useWords()
  const { busy, problems, setProblems, run } = usePageCall(onLapsed)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (reason === '') return setProblems([{ id: reasonId, text: decline.empty }])
    void run(async () => onAnswered(await declineConsent(consent.id, reason)))
  }

  return (
    <PatientPage title={decline.title} windowTitle={decline.shortTitle} onBack={onBack} problems={problems}>
      <p className="mt-3">{decline.body}</p>
      <p className="mt-2">{decline.next}</p>
      <form onSubmit={submit} noValidate className="mt-6">
        <TextareaField
          id={reasonId}
          name="reason"
          label={decline.reason}
          hint={decline.reasonHint}
          error={errorOf(problems, reasonId)}
          maxLength={patient_reason_length_max}
          rows={4}
          dir="auto"
        />
        <Button type="submit" busy={busy} className="mt-6">
          {decline.send}
        </Button>
        <div className="mt-3">
          <TextButton onClick={onBack}>{decline.back}</TextButton>
        </div>
      </form>
    </PatientPage>
  )
}
