import type { PatientConsent } from '../../../contract/signing.ts'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { documentWord } from './signed-document-words.ts'
import { EvidenceDownload } from './evidence-download.tsx'
import { documentHref, type Reader } from './signing-api.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

const kilobytes = (bytes: number) => Math.max(1, Math.round(bytes / 1024))

/** The sealed copies of a consent, newest first, with its annexes, each with the way to fetch it; and all of it with its proof. */
export function ConsentDownloads({ consent, reader }: { consent: PatientConsent; reader: Reader }) {
  const { document: words, locale } = useWords()
  const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  return (
    <>
      <ul className="divide-y divide-line card">
        {consent.documents.map((copy) => {
          const made = fillPlaceholders(words.made, { time: formatLocalDateTime(copy.createdAt, locale) })
          return (
            <li key={copy.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
              <div className="min-w-0">
                <p className="font-semibold">{documentWord(words, copy.kind)}</p>
                <p className="text-small text-muted">
                  {made} · {fillPlaceholders(words.size, { size: number.format(kilobytes(copy.bytes)) })}
                </p>
              </div>
              <ButtonLink
                href={documentHref(reader, consent.id, copy.id)}
                download={`consent-${copy.kind}-${copy.number}.pdf`}
                variant="quiet"
                aria-label={fillPlaceholders(words.downloadNamed, {
                  name: `${documentWord(words, copy.kind)}. ${made}`,
                })}
              >
                {words.download}
              </ButtonLink>
            </li>
          )
        })}
      </ul>
      <EvidenceDownload consentId={consent.id} reader={reader} />
    </>
  )
}
