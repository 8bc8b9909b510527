import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { DestructionList, type Destructions } from './destruction-list.tsx'
import { RetentionReviewTable, type RecordsForReview } from './retention-review-table.tsx'

const ExportPanel = lazyPart(async () => ({ default: (await import('./export-panel.tsx')).ExportPanel }))
const CloseAccountPanel = lazyPart(async () => ({
  default: (await import('./close-account-panel.tsx')).CloseAccountPanel,
}))

type DataSectionProps = {
  due: RecordsForReview
  destructions: Destructions
  clinicName: string
  /** Whether the reader may take everything away, and close the account. */
  mayExport: boolean
  hrefOfPatient: (patientId: string) => string
  /** Where pages of both lists are; each keeps the page of the other. */
  hrefOfPages: (pages: { due: number; destructions: number }) => string
  onChanged: () => Promise<void>
  /** What else the practice keeps, before the end of its account. */
  children: ReactNode
}

/** What becomes of the practice's records: those due for review, those destroyed, a copy of all, and the account's end. */
export function DataSection(props: DataSectionProps) {
  const { due, destructions, clinicName, mayExport, hrefOfPatient, hrefOfPages, onChanged, children } = props
  return (
    <div className="space-y-6">
      <RetentionReviewTable
        {...{ due, hrefOfPatient, onChanged }}
        hrefOfPage={(page) => hrefOfPages({ due: page, destructions: destructions.page })}
      />
      <DestructionList
        {...{ destructions, onChanged }}
        hrefOfPage={(page) => hrefOfPages({ due: due.page, destructions: page })}
      />
      <Suspense fallback={<Spinner message="Loading" />}>
        {mayExport && <ExportPanel />}
        {children}
        {mayExport && <CloseAccountPanel clinicName={clinicName} />}
      </Suspense>
    </div>
  )
}
