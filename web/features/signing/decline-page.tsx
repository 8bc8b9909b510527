import type { FormEvent } from 'react'
import { patient_reason_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { declineConsent } from './signing-api.ts'
import { SectionWording } from './wording-direction.tsx'
import { TextButton } from './text-button.tsx'
import { WithdrawPage, type AnswerPageProps } from './withdraw-page.tsx'
import { useWords } from './words-context.tsx'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

const reasonId = 'reason'

/**
 * Saying no, in the person's own words. Who has agreed by word of mouth already takes that back instead, or talks with
 * the practice: their yes is on record.
 */
export const DeclinePage = (props: AnswerPageProps) =>
  props.consent.status === 'verbal' ? <WithdrawPage {...props} /> : <RefusalPage {...props} />

function RefusalPage({ consent, onAnswered, onLapsed, onBack }: AnswerPageProps) {
  const { decline } = useWords()
  const { busy, problems, setProblems, run } = useApiRequest(onLapsed)

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
      <Consequences consent={consent} />
      <DraftForm draft="decline" onSubmit={submit} noValidate className="mt-6">
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
      </DraftForm>
    </PatientPage>
  )
}

/** What may follow without the treatment, as the wording says it: nobody says no without having been told. */
function Consequences({ consent }: Pick<AnswerPageProps, 'consent'>) {
  const { matters } = useWords()
  const { content } = consent
  const parts = content?.sections.filter(({ title }) => title.startsWith('No Treatment')) ?? []
  if (parts.length === 0) return null
  return (
    <section className="mt-6 rounded-lg border border-line p-4">
      <h2>{matters.without}</h2>
      {parts.map((part) => (
        <SectionWording key={part.id} html={part.content} content={content} className="mt-2" />
      ))}
    </section>
  )
}
