import type { PatientConsent } from '../../../contract/signing.ts'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { ConsentDownloads } from './consent-downloads.tsx'
import { FactList, useConsentFacts } from './consent-facts.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type ClosedStatus = 'draft' | 'declined' | 'withdrawn' | 'voided' | 'expired' | 'superseded'

/** A consent that asks nothing of the person any more: what became of it, and whom to call. */
export function StatePage({ consent, status }: { consent: PatientConsent; status: ClosedStatus }) {
  const { states, signed, locale, document: words } = useWords()
  const { title, body } = states[status]
  const facts = useConsentFacts(consent)
  const { signature, documents } = consent
  return (
    <PatientPage title={title} windowTitle={words.formTitle}>
      <p className="mt-3">{body}</p>
      {signature && (
        <p className="mt-2 text-muted">
          {fillPlaceholders(signed.by, { name: signature.name, time: formatLocalDay(signature.at, locale) })}
        </p>
      )}
      <div className="mt-6">
        <CallPracticeButton />
      </div>
      <FactList facts={facts} className="mt-8" />
      {documents.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3">{words.versions}</h2>
          <ConsentDownloads consent={consent} reader="patient" />
        </section>
      )}
    </PatientPage>
  )
}
