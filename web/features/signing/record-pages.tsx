import type { PatientConsent } from '../../../contract/signing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ConsentDownloads } from './consent-downloads.tsx'
import { FactList, useConsentFacts } from './consent-facts.tsx'
import { ConsentStatusBadge } from './consent-status.tsx'
import { ConsentText } from './consent-text.tsx'
import { VerificationDetails } from './verification-details.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeLink } from './practice-call.tsx'
import { SignedPaper } from './signed-paper.tsx'
import { SignedCopy } from './signed-copy.tsx'
import type { Reader } from './signing-api.ts'
import { answeredOf, isPartlyTakenBack } from './treatment-answers.ts'
import { ConsentTreatmentStates } from './treatment-states.tsx'
import { useWords } from './words-context.tsx'

type RecordPageProps = { consent: PatientConsent; reader: Reader }

function RecordHeader({ consent, reader }: RecordPageProps) {
  const { record } = useWords()
  const isPart = isPartlyTakenBack(answeredOf(consent))
  const status = {
    term: record.status,
    detail: <ConsentStatusBadge status={consent.status} isPartlyWithdrawn={isPart} />,
  }
  return (
    <>
      {reader === 'staff' && <InlineMessage className="mt-4">{record.staff}</InlineMessage>}
      <FactList facts={[...useConsentFacts(consent), status]} className="mt-6" />
      <ConsentTreatmentStates consent={consent} className="mt-6" />
    </>
  )
}

/** The text and its state, to read and nothing more. */
export function RecordPage({ consent, reader }: RecordPageProps) {
  const { record, document: words } = useWords()
  return (
    <PatientPage title={record.title}>
      <RecordHeader consent={consent} reader={reader} />
      <ConsentText consent={consent} reader={reader} />
      {consent.documents.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3">{words.versions}</h2>
          <ConsentDownloads consent={consent} reader={reader} />
        </section>
      )}
      <SignedPaper consent={consent} reader={reader} />
      {reader === 'patient' && (
        <div className="mt-8">
          <CallPracticeLink />
        </div>
      )}
    </PatientPage>
  )
}

type DocumentPageProps = RecordPageProps & { onConsent: (consent: PatientConsent) => void }

/** The sealed copies and what proves them. */
export function DocumentPage({ consent, reader, onConsent }: DocumentPageProps) {
  const { document: words, signed } = useWords()
  const { documents, signature } = consent
  const awaited = documents.length === 0 && signature !== null
  return (
    <PatientPage title={words.title}>
      <RecordHeader consent={consent} reader={reader} />
      {awaited && reader === 'patient' ? (
        <SignedCopy consent={consent} onConsent={onConsent} />
      ) : (
        <section className="mt-8">
          <h2 className="mb-3">{words.versions}</h2>
          {documents.length > 0 && <ConsentDownloads consent={consent} reader={reader} />}
          {documents.length === 0 && <p>{awaited ? signed.preparing : words.none}</p>}
        </section>
      )}
      <SignedPaper consent={consent} reader={reader} />
      <VerificationDetails consent={consent} />
    </PatientPage>
  )
}
