import type { FormEvent } from 'react'
import { patient_reason_length_max } from '../../../contract/limits.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { usePageCall } from './page-call.ts'
import { PatientPage } from './patient-page.tsx'
import { PracticeCallLink } from './practice-call.tsx'
import { withdrawConsent } from './signing-api.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

export type AnswerPageProps = {
  consent: PatientConsent
  onAnswered: (consent: PatientConsent) => void
  onLapsed: () => void
  onBack: () => void
}

/** Taking a consent back: what it means first, then one press, with or without a reason. */
export function WithdrawPage({ consent, onAnswered, onLapsed, onBack }: AnswerPageProps) {
  const { decline, withdraw, matters } = useWords()
  const isUnsigned = consent.status === 'verbal'
  // The others speak of what was signed.
  const meanings = [...matters.stopping, ...(isUnsigned ? withdraw.meaning.slice(0, 3) : withdraw.meaning)]
  const { busy, problems, run } = usePageCall(onLapsed)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    void run(async () => onAnswered(await withdrawConsent(consent.id, reason)))
  }

  return (
    <PatientPage
      title={isUnsigned ? decline.agreedTitle : withdraw.title}
      onBack={onBack}
      problems={problems}
    >
      {isUnsigned && <p className="mt-3">{decline.agreedBody}</p>}
      <p className="mt-3">{withdraw.body}</p>
      <ul className="mt-2 list-disc space-y-1.5 ps-6">
        {meanings.map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
      </ul>
      <WarningCallout title={withdraw.soonTitle} className="mt-6">
        <p>{withdraw.soon}</p>
        <PracticeCallLink />
      </WarningCallout>
      <form onSubmit={submit} noValidate className="mt-8">
        <TextareaField
          name="reason"
          label={withdraw.reason}
          hint={withdraw.reasonHint}
          optional={withdraw.optional}
          maxLength={patient_reason_length_max}
          rows={3}
          dir="auto"
        />
        <Button type="submit" variant="danger" busy={busy} className="mt-6">
          {withdraw.send}
        </Button>
        <div className="mt-3">
          <TextButton onClick={onBack}>{withdraw.keep}</TextButton>
        </div>
      </form>
    </PatientPage>
  )
}
