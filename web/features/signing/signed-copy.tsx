import type { PatientConsent } from '../../../contract/signing.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useCopyReady } from './copy-ready.ts'
import { EvidenceDownload } from './evidence-download.tsx'
import { documentHref } from './signing-api.ts'
import { useWords } from './words-context.tsx'

type SignedCopyProps = { consent: PatientConsent; onConsent: (consent: PatientConsent) => void }

/** The patient's own copy: being prepared, or there to keep. */
export function SignedCopy({ consent, onConsent }: SignedCopyProps) {
  const { signed } = useWords()
  const { ready, slow, askAgain } = useCopyReady(consent, onConsent)
  const [newest] = consent.documents
  return (
    <section className="mt-8">
      <h2>{signed.copy}</h2>
      <div role="status" className="mt-2">
        {ready ? signed.ready : slow ? signed.slow : <Spinner message={signed.preparing} />}
      </div>
      {newest && (
        <ButtonLink
          className="mt-4"
          href={documentHref('patient', consent.id, newest.id)}
          download={`consent-${newest.kind}-${newest.number}.pdf`}
        >
          {signed.download}
        </ButtonLink>
      )}
      {newest && <EvidenceDownload consentId={consent.id} reader="patient" />}
      {!ready && slow && (
        <Button variant="quiet" className="mt-4" onClick={askAgain}>
          {signed.check}
        </Button>
      )}
    </section>
  )
}
