import { Suspense, type ReactNode } from 'react'
import { queryWith } from '../../ui/query-string.ts'
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
  /** The address, which says what both lists show; each keeps what the other shows. */
  params: URLSearchParams
  onQuery: (query: string) => void
  onChanged: () => Promise<void>
  /** What else the practice keeps, before the end of its account. */
  children: ReactNode
}

/** What becomes of the practice's records: those due for review, those destroyed, a copy of all, and the account's end. */
export function DataSection(props: DataSectionProps) {
  const { due, destructions, clinicName, mayExport, hrefOfPatient, params, onQuery, onChanged, children } =
    props
  return (
    <div className="space-y-6">
      <RetentionReviewTable {...{ due, hrefOfPatient, params, onQuery, onChanged }} />
      <DestructionList
        {...{ destructions, onChanged }}
        hrefOfPage={(page) => queryWith(params, { destructions: page })}
      />
      <Suspense fallback={<Spinner message="Loading" />}>
        {mayExport && <ExportPanel />}
        {children}
        {mayExport && <CloseAccountPanel clinicName={clinicName} />}
      </Suspense>
    </div>
  )
}
