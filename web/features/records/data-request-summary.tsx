import { Suspense, useState } from 'react'
import type { DataRequestDetail } from '../../../contract/data-requests.ts'
import type { PatientRecord } from '../../../contract/records.ts'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { CorrectionList } from './correction-list.tsx'
import { DataRequestBadge, dueText } from './data-request-badge.tsx'
import { requestKindWords } from './data-request-words.ts'

const NewRequestDialog = lazyPart(async () => ({
  default: (await import('./new-request-dialog.tsx')).NewRequestDialog,
}))

export type DataRequestSummaryProps = {
  patientId: string
  record: Pick<PatientRecord, 'requests' | 'corrections'>
  hrefOf: (requestId: string) => string
  onOpened: (request: DataRequestDetail) => unknown
}

/** What was asked about a patient's data, and what was noted as wrong in it. */
export function DataRequestSummary({ patientId, record, hrefOf, onOpened }: DataRequestSummaryProps) {
  const { requests, corrections } = record
  const [isNew, setNew] = useState(false)
  return (
    <section>
      <h3>Requests about their data</h3>
      <p className="mt-0.5 text-muted">Access, correction and erasure requests. Reply within one month.</p>
      {requests.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {requests.map((request) => (
            <li key={request.id} className="py-3">
              <p className="flex flex-wrap items-center gap-2">
                <Link href={hrefOf(request.id)} className="text-link">
                  {requestKindWords[request.kind]}
                </Link>
                <DataRequestBadge request={request} />
              </p>
              <p className="text-small text-muted">
                <span dir="auto">{request.from}</span>, received {calendarDayText(request.receivedOn)}.{' '}
                {dueText(request) && `Due by ${dueText(request)}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" size="small" className="mt-3" onClick={() => setNew(true)}>
        Record request
      </Button>
      {corrections.length > 0 && (
        <>
          <h3 className="mt-6">Corrections</h3>
          <p className="mt-0.5 text-muted">Original entries are unchanged; corrections are added to them.</p>
          <CorrectionList corrections={corrections} hrefOf={hrefOf} />
        </>
      )}
      {isNew && (
        <Suspense>
          <NewRequestDialog patientId={patientId} onOpened={onOpened} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </section>
  )
}
