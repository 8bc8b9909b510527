import type { PatientRow } from '../../../contract/patients.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { nhsNumberText, patientName } from './patient-name.ts'
import { statusLabels } from './patient-words.ts'

type SimilarPatientsProps = { patients: readonly PatientRow[]; hrefOf: (patientId: string) => string }

/** Patients who may be the person on a form, before they are added; each opens beside the form, so that nothing typed is lost. */
export function SimilarPatients({ patients, hrefOf }: SimilarPatientsProps) {
  return (
    <div role="alert" className="mt-6">
      <Panel
        title="May be the same person"
        lead="Patients with nearly this name and the same date of birth. Open the record, or add the patient all the same."
      >
        <ul className="divide-y divide-line">
          {patients.map((patient) => {
            const { id, dateOfBirth, nhsNumber, status } = patient
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-56">
                  <p dir="auto">{patientName(patient)}</p>
                  <p className="text-small text-muted">
                    Born {calendarDayText(dateOfBirth)}
                    {nhsNumber && ` · NHS ${nhsNumberText(nhsNumber)}`}
                    {status !== 'active' && status !== 'merged' && ` · ${statusLabels[status]}`}
                  </p>
                </div>
                <ButtonLink href={hrefOf(id)} target="_blank" variant="quiet" size="small">
                  Open<span className="sr-only"> the record of {patientName(patient)} in a new tab</span>
                </ButtonLink>
              </li>
            )
          })}
        </ul>
      </Panel>
    </div>
  )
}
