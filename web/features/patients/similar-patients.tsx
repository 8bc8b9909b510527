import { Columns2, UserCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PatientRow } from '../../../contract/patients.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { PatientEntry } from './patient-form-parsing.ts'
import { nhsNumberText, patientName } from './patient-name.ts'
import { statusLabels } from './patient-words.ts'

const PatientComparison = lazyPart(async () => ({
  default: (await import('./patient-comparison.tsx')).PatientComparison,
}))

const panelId = 'similar-patients'

/** Says at the name that there are such patients: they stand further down, where one saves. */
export function SimilarPatientsNotice({ patients }: { patients: readonly PatientRow[] }) {
  return (
    <div role="status">
      {patients.length > 0 && (
        <InlineMessage tone="warn" title="Possible duplicate" className="mt-5">
          <p>
            {patients.length === 1 ? '1 patient has' : `${patients.length} patients have`} nearly this name
            and the same date of birth.{' '}
            <a href={`#${panelId}`} className="text-link">
              Compare
            </a>
          </p>
        </InlineMessage>
      )}
    </div>
  )
}

type SimilarPatientsProps = {
  /** What stands on the form. */
  entry: PatientEntry
  patients: readonly PatientRow[]
  hrefOf: (patientId: string) => string
}

/** Patients who may be the person on a form, before they are added: each is compared, and opened in place of adding. */
export function SimilarPatients({ entry, patients, hrefOf }: SimilarPatientsProps) {
  return (
    <div id={panelId} tabIndex={-1} className="mt-6 scroll-mt-20">
      <Panel
        title="Possible duplicate"
        lead="Patients with nearly this name and the same date of birth. Compare before you add another record."
      >
        <ul className="divide-y divide-line">
          {patients.map((patient) => (
            <SimilarPatient key={patient.id} {...{ entry, patient }} href={hrefOf(patient.id)} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}

type SimilarPatientProps = { entry: PatientEntry; patient: PatientRow; href: string }

function SimilarPatient({ entry, patient, href }: SimilarPatientProps) {
  const [isComparing, setComparing] = useState(false)
  const { id, dateOfBirth, nhsNumber, status } = patient
  const comparisonId = `comparison-${id}`
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto">{patientName(patient)}</p>
          <p className="text-small text-muted">
            Born {calendarDayText(dateOfBirth)}
            {nhsNumber && ` · NHS ${nhsNumberText(nhsNumber)}`}
            {status !== 'active' && status !== 'merged' && ` · ${statusLabels[status]}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="small"
            icon={Columns2}
            aria-expanded={isComparing}
            aria-controls={comparisonId}
            onClick={() => setComparing(!isComparing)}
          >
            Compare<span className="sr-only"> with {patientName(patient)}</span>
          </Button>
          <ButtonLink href={href} variant="quiet" size="small" icon={UserCheck} data-discards>
            This is the same person: open their record
            <span className="sr-only">, {patientName(patient)}</span>
          </ButtonLink>
        </div>
      </div>
      <div id={comparisonId}>
        <Suspense>{isComparing && <PatientComparison {...{ entry }} patientId={id} />}</Suspense>
      </div>
    </li>
  )
}
