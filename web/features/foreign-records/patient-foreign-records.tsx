import { Download } from 'lucide-react'
import type { ForeignRecord } from '../../../contract/foreign-records.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'

const factsOf = ({ signedOn, clinician, originalId, pages }: ForeignRecord): string =>
  [
    signedOn ? `Signed ${calendarDayText(signedOn)}, as the other system says` : 'Signed date not stated',
    clinician,
    `Identifier ${originalId}`,
    pages === 1 ? '1 page' : `${pages} pages`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Records of a patient that another system made, and nothing that we vouch for. */
export function PatientForeignRecords({ records }: { records: readonly ForeignRecord[] }) {
  if (records.length === 0) return null
  return (
    <Panel
      title="Records from another system"
      lead="Imported unchanged. They were not made or sealed by Candour, are not counted as consents, and cannot be verified here."
    >
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <li key={record.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold" dir="auto">
                {record.title}
              </p>
              <p>
                From <span dir="auto">{record.source}</span>, not made or sealed by Candour
              </p>
              <p className="text-small text-muted" dir="auto">
                {factsOf(record)}
              </p>
            </div>
            <ButtonLink
              variant="quiet"
              icon={Download}
              href={`/api/clinic/foreign-records/${record.id}/file`}
              download
            >
              Download PDF<span className="sr-only"> of ‘{record.title}’</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
