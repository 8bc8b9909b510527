import type { PatientConsent } from '../../../contract/signing.ts'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Reader } from './signing-api.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

const scanHref = (reader: Reader, consentId: string, fileId: string): string =>
  `/api/${reader === 'staff' ? 'clinic' : 'patient'}/consents/${encodeURIComponent(consentId)}/scans/${encodeURIComponent(fileId)}`

/** The paper that was signed by hand, as it was scanned. Nothing where it was signed on a screen. */
export function SignedPaper({ consent, reader }: { consent: PatientConsent; reader: Reader }) {
  const { document: words, locale } = useWords()
  const { id, scans } = consent
  if (scans.length === 0) return null
  const files = scans.flatMap((scan) => scan.files.map((file) => ({ ...file, takenAt: scan.takenAt })))
  return (
    <section className="mt-8">
      <h2 className="mb-3">{words.paper}</h2>
      <ul className="divide-y divide-line card">
        {files.map((file, at) => {
          const name = fillPlaceholders(words.paperFile, { number: String(at + 1) })
          const made = fillPlaceholders(words.made, { time: formatLocalDateTime(file.takenAt, locale) })
          return (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
              <div className="min-w-0">
                <p className="font-semibold">{name}</p>
                <p className="text-small text-muted">{made}</p>
              </div>
              <ButtonLink
                href={scanHref(reader, id, file.id)}
                download
                variant="quiet"
                aria-label={fillPlaceholders(words.downloadNamed, { name: `${name}. ${made}` })}
              >
                {words.download}
              </ButtonLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
