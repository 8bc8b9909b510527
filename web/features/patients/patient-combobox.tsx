import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { PatientRow } from './patient-table.tsx'
import { patientName } from './patient-name.ts'

export type PatientChoice = Pick<
  PatientRow,
  | 'id'
  | 'title'
  | 'firstName'
  | 'lastName'
  | 'dateOfBirth'
  | 'email'
  | 'language'
  | 'accessNeeds'
  | 'reachedBy'
>

type PatientComboboxProps = {
  id: string
  value: PatientChoice | null
  error?: string | undefined
  disabled?: boolean
  onChange: (patient: PatientChoice | null) => void
}

const shown_max = 20

async function findPatients(search: string, signal: AbortSignal): Promise<PatientChoice[]> {
  return (await api.patients.list({ search, pageSize: shown_max }, { signal })).rows
}

/** An active patient, found by name, birth date, phone or NHS number. */
export function PatientCombobox({ id, value, error, disabled, onChange }: PatientComboboxProps) {
  return (
    <Combobox<PatientChoice>
      id={id}
      label="Patient"
      placeholder="Name, birth date or NHS number"
      error={error}
      disabled={disabled}
      value={value}
      onChange={onChange}
      load={findPatients}
      itemKey={(patient) => patient.id}
      itemLabel={patientName}
      renderItem={(patient) => (
        <span className="block">
          <span dir="auto" className="block font-medium">
            {patientName(patient)}
          </span>
          <span className="block text-small text-muted">Born {calendarDayText(patient.dateOfBirth)}</span>
        </span>
      )}
      empty="No active patient matches. Check the spelling, or add the patient first."
    />
  )
}
