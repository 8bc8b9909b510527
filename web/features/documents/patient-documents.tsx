import { FileX2 } from 'lucide-react'
import type { Api } from '../../api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { documentHref, DocumentItem } from './document-list.tsx'

type PatientDocument = Awaited<ReturnType<Api['documents']['ofPatient']>>[number]

type PatientDocumentsProps = {
  documents: readonly PatientDocument[]
  hrefOf: (consentId: string) => string
}

/** The sealed records of all consents of a patient, newest first. */
export function PatientDocuments({ documents, hrefOf }: PatientDocumentsProps) {
  return (
    <Panel
      title="Documents"
      lead="Sealed PDFs of this patient's consents, newest first: any change to a file can be detected."
    >
      {documents.length === 0 ? (
        <EmptyState icon={FileX2} title="No documents yet">
          Signed consents show here as PDFs.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <DocumentItem
              key={document.id}
              href={documentHref(document.consentId, document.id)}
              document={document}
              about={
                <Link href={hrefOf(document.consentId)} className="text-link font-semibold" dir="auto">
                  {document.title}
                </Link>
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
