import { useState, type FormEvent } from 'react'
import { patient_reason_length_max } from '../../../contract/limits.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeLink } from './practice-call.tsx'
import { withdrawConsent } from './signing-api.ts'
import { TextButton } from './text-button.tsx'
import { activeTreatments } from './treatment-answers.ts'
import { ConsentTreatmentStates } from './treatment-states.tsx'
import { choicesId, WithdrawChoices } from './withdraw-choices.tsx'
import { useWords } from './words-context.tsx'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

export type AnswerPageProps = {
  consent: PatientConsent
  onAnswered: (consent: PatientConsent) => void
  onLapsed: () => void
  onBack: () => void
}

/** Taking a consent back, or some of its treatments: what it means first, then one press, with or without a reason. */
export function WithdrawPage({ consent, onAnswered, onLapsed, onBack }: AnswerPageProps) {
  const { decline, withdraw } = useWords()
  const [chosen, setChosen] = useState<number[]>([])
  const { busy, setBusy, problems, setProblems, run } = useApiRequest(onLapsed)
  const isUnsigned = consent.status === 'verbal'
  const hasChoice = activeTreatments(consent).length > 1

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (hasChoice && chosen.length === 0) return setProblems([{ id: choicesId, text: withdraw.parts.none }])
    void run(async () => {
      const after = await withdrawConsent(consent.id, {
        reason,
        ...(hasChoice ? { treatments: chosen } : {}),
      })
      onAnswered(after)
      if (after.status === 'withdrawn') return
      setBusy(false)
      setChosen([])
      if (!isUnsigned) onBack()
    })
  }

  return (
    <PatientPage
      title={isUnsigned ? decline.agreedTitle : withdraw.title}
      onBack={onBack}
      problems={problems}
    >
      {isUnsigned && <p className="mt-3">{decline.agreedBody}</p>}
      <ConsentTreatmentStates consent={consent} className="mt-4" />
      <Meaning hasChoice={hasChoice} isUnsigned={isUnsigned} />
      <WarningCallout title={withdraw.soonTitle} className="mt-6">
        <p>{withdraw.soon}</p>
        <CallPracticeLink />
      </WarningCallout>
      <DraftForm draft="withdraw" onSubmit={submit} noValidate className="mt-8">
        {hasChoice && (
          <WithdrawChoices
            consent={consent}
            chosen={chosen}
            onChoose={setChosen}
            error={errorOf(problems, choicesId)}
          />
        )}
        <TextareaField
          className={hasChoice ? 'mt-6' : undefined}
          name="reason"
          label={withdraw.reason}
          hint={withdraw.reasonHint}
          optional={withdraw.optional}
          maxLength={patient_reason_length_max}
          rows={3}
          dir="auto"
        />
        <Button type="submit" variant="danger" busy={busy} className="mt-6">
          {hasChoice ? withdraw.parts.send : withdraw.send}
        </Button>
        <div className="mt-3">
          <TextButton onClick={onBack}>{withdraw.keep}</TextButton>
        </div>
      </DraftForm>
    </PatientPage>
  )
}

/** What follows, in the order in which it happens. */
function Meaning({ hasChoice, isUnsigned }: { hasChoice: boolean; isUnsigned: boolean }) {
  const { withdraw, matters } = useWords()
  const [told, stops, ...cared] = withdraw.meaning
  const { parts } = withdraw
  const meanings = [
    ...matters.stopping,
    ...[told, ...(hasChoice ? [parts.stops, parts.others] : [stops])],
    // The others speak of what was signed.
    ...(isUnsigned ? cared.slice(0, 1) : cared),
  ]
  return (
    <>
      <p className="mt-3">{withdraw.body}</p>
      <ul className="mt-2 list-disc space-y-1.5 ps-6">
        {meanings.map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
      </ul>
    </>
  )
}
