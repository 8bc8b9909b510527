import { isOffered } from '../../features/consents/action-offers.ts'
import { documentHref, DocumentList, useDocumentPolling } from '../../features/documents/index.ts'
import { EvidencePanel } from '../../features/evidence/index.ts'
import { ClinicalNotePanel } from '../../features/integrations/clinical-note-panel.tsx'
import { PaperPanel } from '../../features/paper/paper-panel.tsx'
import type { ConsentPanelProps } from './loaded-panel.tsx'

/** The paper, the sealed documents, and what is made of them: all that the consent itself tells. */
export function ConsentDocuments({ consent, onChanged }: ConsentPanelProps) {
  const consentId = consent.id
  const waiting = useDocumentPolling(consent, onChanged)
  return (
    <>
      <PaperPanel
        {...{ consent, onChanged }}
        mayHandle={isOffered(consent, 'paper')}
        mayAdd={isOffered(consent, 'addScan')}
      />
      <DocumentList
        hrefOf={(documentId) => documentHref(consentId, documentId)}
        documents={consent.documents}
        isPending={waiting}
      />
      {consent.sentAt && <EvidencePanel consentId={consentId} />}
      {consent.sentAt && <ClinicalNotePanel consentId={consentId} />}
    </>
  )
}
