import { evidenceHref, type Reader } from './signing-api.ts'
import { useWords } from './words-context.tsx'

/** Everything that proves a consent as one file, for whoever wants more than the document. */
export function EvidenceDownload({ consentId, reader }: { consentId: string; reader: Reader }) {
  const { proof } = useWords()
  return (
    <p className="mt-5">
      <a className="text-link font-semibold" href={evidenceHref(reader, consentId)} download>
        {proof.everything}
      </a>
      <br />
      <span className="text-muted">{proof.about}</span>
    </p>
  )
}
