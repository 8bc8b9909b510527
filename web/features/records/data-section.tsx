import { lazy, Suspense } from 'react'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { DueTable, type DueRecords } from './due-table.tsx'

const ExportPanel = lazy(async () => ({ default: (await import('./export-panel.tsx')).ExportPanel }))
const ClosingPanel = lazy(async () => ({ default: (await import('./closing-panel.tsx')).ClosingPanel }))

type DataSectionProps = {
  due: DueRecords
  clinicName: string
  /** Whether the reader may take everything away, and close the account. */
  mayExport: boolean
  hrefOfPatient: (patientId: string) => string
  hrefOfPage: (page: number) => string
}

/** What becomes of the practice's records: those due for review, a copy of all of them, and the end of the account. */
export function DataSection({ due, clinicName, mayExport, ...hrefs }: DataSectionProps) {
  return (
    <div className="space-y-6">
      <DueTable due={due} {...hrefs} />
      {mayExport && (
        <Suspense fallback={<Spinner message="Loading" />}>
          <ExportPanel />
          <ClosingPanel clinicName={clinicName} />
        </Suspense>
      )}
    </div>
  )
}
