import { useEffect, useState } from 'react'
import { today } from '../../../contract/calendar-day.ts'
import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { PatientCombobox, type PatientChoice } from '../patients/index.ts'
import type { Clinician } from '../staff/index.ts'
import { AppointmentConsents } from './appointment-consents.tsx'
import { parseBooking } from './appointment-form-parsing.ts'
import { DistantDateField } from './distant-date-field.tsx'
import type { Appointment } from './appointment-words.ts'

type Template = { id: string; name: string }

type AppointmentDialogProps = {
  /** The one to change; null to add one. */
  appointment: Appointment | null
  day: string
  clinicians: readonly Clinician[]
  /** Who is chosen where nobody was yet. */
  clinicianId: string
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

const templates_shown_max = 20

async function findTemplates(search: string, signal: AbortSignal): Promise<Template[]> {
  return (await api.templates.list({ search, pageSize: templates_shown_max }, { signal })).rows
}

/** The patient as a field shows them, before the record itself has come. */
function useChosenPatient(appointment: Appointment | null) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  const patientId = appointment?.patient.id
  useEffect(() => {
    if (!patientId) return
    const stop = new AbortController()
    api.patients.get({ patientId }, { signal: stop.signal }).then(setPatient, () => {})
    return () => stop.abort()
  }, [patientId])
  return [patient, setPatient] as const
}

/** An appointment added or changed: who, when, with whom, and what is planned. */
export function AppointmentDialog(props: AppointmentDialogProps) {
  const { appointment, onDone, onClose } = props
  const keyOf = useIdempotencyKey()
  const [patient, setPatient] = useChosenPatient(appointment)
  const [planned, ...others] = appointment?.treatments ?? []
  const [template, setTemplate] = useState<Template | null>(
    planned ? { id: planned.templateId, name: planned.title } : null,
  )
  const [consentIds, setConsentIds] = useState<readonly string[]>(
    appointment?.consentsChosen ? appointment.consents.map(({ id }) => id) : [],
  )

  function read(typed: FormData): FieldProblem[] | (() => Promise<unknown>) {
    const patientId = patient?.id ?? appointment?.patient.id ?? null
    const area = planned?.area ?? null
    const read = parseBooking(typed, {
      ...{ patientId, templateId: template?.id ?? null, area, consentIds },
      ...{ dayBefore: appointment?.day ?? null, today: today() },
    })
    if (Array.isArray(read)) return read
    const kept = others.map(({ title: _title, ...treatment }) => treatment)
    const booking = { ...read, treatments: [...read.treatments, ...kept] }
    return async () => {
      if (appointment) {
        const { id: appointmentId, version } = appointment
        await api.appointments.update({ ...booking, appointmentId, version })
        return onDone('Appointment updated.')
      }
      await api.appointments.create(booking, { context: { idempotencyKey: keyOf(booking) } })
      return onDone('Appointment booked.')
    }
  }
  return (
    <FormDialog
      title={appointment ? 'Change appointment' : 'Add appointment'}
      text="The plan is checked against the patient’s consent."
      confirm={appointment ? 'Save changes' : 'Add appointment'}
      about={appointment?.id}
      onClose={onClose}
      read={read}
    >
      {(errors) => (
        <>
          <PatientCombobox
            id="patientId"
            value={patient}
            onChange={(chosen) => {
              setPatient(chosen)
              setConsentIds([])
            }}
            error={errorOf(errors, 'patientId')}
          />
          <TimeAndClinicianFields {...props} errors={errors} />
          <DistantDateField errors={errors} />
          <Combobox<Template>
            id="templateId"
            label="Treatment"
            optional
            hint="Leave empty if the consent covers it"
            value={template}
            onChange={setTemplate}
            load={findTemplates}
            itemKey={({ id }) => id}
            itemLabel={({ name }) => name}
            empty="No matching treatment in use."
          />
          {template && <RoomAndTreatmentFields planned={planned} errors={errors} />}
          {patient && (
            <AppointmentConsents patientId={patient.id} chosen={consentIds} onChange={setConsentIds} />
          )}
          <CheckboxField
            id="review"
            name="review"
            label="Examination or review only: no consent is needed"
            defaultChecked={appointment ? !appointment.needsConsent : false}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              id="reason"
              name="reason"
              label="Note"
              optional
              maxLength={200}
              defaultValue={appointment?.reason}
            />
            <TextField
              id="room"
              name="room"
              label="Surgery"
              optional
              maxLength={60}
              defaultValue={appointment?.room}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

type FieldGroupProps = AppointmentDialogProps & { errors: readonly FieldProblem[] }

function TimeAndClinicianFields({ appointment, day, clinicians, clinicianId, errors }: FieldGroupProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id="day"
        name="day"
        type="date"
        label="Day"
        defaultValue={appointment?.day ?? day}
        error={errorOf(errors, 'day')}
      />
      <TextField
        id="time"
        name="time"
        type="time"
        label="Time"
        defaultValue={appointment?.time}
        error={errorOf(errors, 'time')}
      />
      <TextField
        id="minutes"
        name="minutes"
        type="number"
        inputMode="numeric"
        label="Minutes"
        defaultValue={String(appointment?.minutes ?? 30)}
        error={errorOf(errors, 'minutes')}
      />
      <SelectField
        id="clinicianId"
        name="clinicianId"
        label="Clinician"
        empty="Choose a clinician"
        options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={appointment?.clinician.id ?? clinicianId}
        error={errorOf(errors, 'clinicianId')}
      />
    </div>
  )
}

type RoomAndTreatmentFieldsProps = {
  planned: Appointment['treatments'][number] | undefined
  errors: readonly FieldProblem[]
}

function RoomAndTreatmentFields({ planned, errors }: RoomAndTreatmentFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id="teeth"
        name="teeth"
        label="Teeth"
        optional
        hint="For example, 46 or LR6"
        defaultValue={planned?.teeth.join(', ')}
        error={errorOf(errors, 'teeth')}
      />
      <TextField
        id="price"
        name="price"
        label="Price in pounds"
        optional
        hint="Checked against the price agreed"
        inputMode="decimal"
        defaultValue={planned?.pricePence == null ? '' : (planned.pricePence / 100).toFixed(2)}
        error={errorOf(errors, 'price')}
      />
    </div>
  )
}
