import { FilePenLine, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ConsentTable, type ConsentRow } from './consent-table.tsx'
import { useLinkCopying } from './use-link-copying.tsx'

type PatientConsentsProps = {
  consents: ConsentRow[]
  hrefOf: (row: ConsentRow) => string
  /** Absent where no consent can be made: the reader may not, or the patient is archived. */
  newHref: string | undefined
  /** What hands this browser to the patient, which is another feature's. */
  handOver?: ReactNode
}

/** The consents of one patient over time, newest first. */
export function PatientConsents({ consents, hrefOf, newHref, handOver }: PatientConsentsProps) {
  const { copyLink, dialog } = useLinkCopying()
  const newConsent = newHref && (
    <ButtonLink href={newHref} icon={Plus} size="small">
      New consent
    </ButtonLink>
  )
  return (
    <Panel
      title="Consents"
      actions={
        <>
          {handOver}
          {newConsent}
        </>
      }
      flush
    >
      <ConsentTable
        caption="Consents of this patient"
        rows={consents}
        hrefOf={hrefOf}
        onCopyLink={(row) => void copyLink(row)}
        hiddenColumns={['patient']}
        className="rounded-t-none border-x-0 border-b-0"
        empty={
          <EmptyState icon={FilePenLine} title="No consents yet">
            {newHref ? 'Create the first one with New consent.' : 'This patient has no consents.'}
          </EmptyState>
        }
      />
      {dialog}
    </Panel>
  )
}
