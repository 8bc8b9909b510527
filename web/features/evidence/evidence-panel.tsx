import { Download } from 'lucide-react'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'

/** Everything that proves a consent as one file, for whoever must check it without us. */
export function EvidencePanel({ consentId }: { consentId: string }) {
  return (
    <Panel
      title="Evidence bundle"
      lead="One file with the text, signatures, events, sealed PDFs and a page to verify it without Candour."
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink
          href={`/api/clinic/consents/${consentId}/evidence`}
          download
          variant="quiet"
          icon={Download}
        >
          Download the evidence (ZIP)
        </ButtonLink>
        <Link href="/verify" className="text-link">
          Check a document
        </Link>
      </div>
    </Panel>
  )
}
