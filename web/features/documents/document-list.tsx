import { Download, FileCheck2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../api.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { TermHelp } from '../../ui/term-help.tsx'

type Document = Awaited<ReturnType<Api['consents']['get']>>['documents'][number]

const kindWords: Record<Document['kind'], string> = {
  signed: 'Signed by the patient',
  finalised: 'Signed and countersigned',
  annex: 'Annex: later events',
  archived: 'The record, time-stamped for the archive',
  'annex-archived': 'Annex, time-stamped for the archive',
  resealed: 'The record, sealed again for the archive',
  'annex-resealed': 'Annex, sealed again for the archive',
}

const sizeText = (bytes: number) => `${numberText(Math.max(1, Math.round(bytes / 1024)))} kB`

/** Where the practice finds the file of a version. */
export const documentHref = (consentId: string, documentId: string) =>
  `/api/clinic/consents/${consentId}/documents/${documentId}`

type DocumentListProps = {
  /** Where the file of a version is. */
  hrefOf: (documentId: string) => string
  documents: readonly Document[]
  /** A version is being drawn and sealed. */
  isPending: boolean
}

/** The sealed versions of a consent's record, each of which never changes again, and the annexes beside it. */
export function DocumentList({ hrefOf, documents, isPending }: DocumentListProps) {
  if (documents.length === 0 && !isPending) return null
  return (
    <Panel title="Sealed PDF" lead="Each version is sealed: any change to the file can be detected.">
      <TermHelp term="Sealed PDF">
        A seal is a digital signature over the whole file. The fingerprint is a code calculated from the file:
        the same file always gives the same code, and a changed file gives another.
      </TermHelp>
      {isPending && <Spinner message="The PDF is being prepared" />}
      <ul className="divide-y divide-line">
        {documents.map((document) => (
          <DocumentItem key={document.id} href={hrefOf(document.id)} document={document} />
        ))}
      </ul>
    </Panel>
  )
}

type DocumentItemProps = {
  href: string
  document: Document
  /** What it is about, where the page does not say so. */
  about?: ReactNode
}

/** One sealed version, to be kept as a file. */
export function DocumentItem({ href, document, about }: DocumentItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <FileCheck2 className="size-4.5 shrink-0 text-brand" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        {about}
        <p>{kindWords[document.kind]}</p>
        <p className="text-small text-muted">
          {momentText(document.createdAt)} · {sizeText(document.bytes)}
        </p>
        {document.stampedUntil && (
          <p className="text-small text-muted">
            The time stamp is reliable until {dayText(document.stampedUntil)}; it is renewed before then
          </p>
        )}
        <p className="truncate text-small text-muted" title={`SHA-256: ${document.sha256}`}>
          Fingerprint <code>{document.sha256}</code>
        </p>
      </div>
      <ButtonLink
        href={href}
        download
        variant="quiet"
        size="small"
        icon={Download}
        aria-label={`Download the PDF ${kindWords[document.kind].toLowerCase()}`}
      >
        Download
      </ButtonLink>
    </li>
  )
}
