import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { patientName } from './patient-name.ts'
import type { PatientRow } from './patient-table.tsx'
import { recentPatientIds } from './recent-patient-ids.ts'

type RecentPatientsProps = { userId: string; hrefOf: (row: PatientRow) => string }

/** The patients whom the reader opened last, to be opened again without typing. */
export function RecentPatients({ userId, hrefOf }: RecentPatientsProps) {
  const [patients, setPatients] = useState<readonly PatientRow[]>([])
  useEffect(() => {
    const ids = recentPatientIds(userId)
    if (ids.length === 0) return
    const leaving = new AbortController()
    // Without an answer nobody is offered; the list below says what is wrong.
    api.patients.recent({ ids: ids.join(',') }, { signal: leaving.signal }).then(setPatients, () => {})
    return () => leaving.abort()
  }, [userId])
  if (patients.length === 0) return null
  return (
    <nav aria-label="Recently opened" className="mt-4 flex flex-wrap items-center gap-2">
      <span aria-hidden className="text-small text-muted">
        Recently opened
      </span>
      {patients.map((patient) => (
        <Link
          key={patient.id}
          href={hrefOf(patient)}
          title={`Born ${calendarDayText(patient.dateOfBirth)}`}
          className="inline-flex min-h-9 max-w-full items-center rounded-full border border-line bg-card px-3 text-small hover:bg-paper"
        >
          <span dir="auto" className="truncate">
            {patientName(patient)}
          </span>
        </Link>
      ))}
    </nav>
  )
}
