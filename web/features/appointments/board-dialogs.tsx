import { today } from '../../../contract/calendar-day.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { siteName } from '../../../contract/teeth.ts'
import { useToothNotation } from '../clinics/index.ts'
import { distantDateErrors, distantDateField } from './appointment-form-parsing.ts'
import { addDays, type Appointment } from './appointment-words.ts'
import { DistantDateField } from './distant-date-field.tsx'

type DialogProps = {
  appointment: Appointment
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

/** A second person looks at the tooth and the side before it is taken out. */
export function SiteCheckDialog({ appointment, onDone, onClose }: DialogProps) {
  const { id: appointmentId, patient, treatments, consents } = appointment
  const notation = useToothNotation()
  const teeth = [...new Set((treatments.length > 0 ? treatments : consents).flatMap((one) => one.teeth))]
  return (
    <FormDialog
      title="Is this the tooth to extract?"
      text="Check the patient, the notes and the X-ray yourself. The treating clinician cannot do this check."
      confirm="I have checked it"
      about={appointmentId}
      onClose={onClose}
      read={() => async () => {
        await api.appointments.checkSite({ appointmentId, teeth })
        await onDone('Tooth and side checked.')
      }}
    >
      {() => (
        <p className="text-lead">
          <span dir="auto">{patient.name}</span>: <strong>{siteName(teeth, null, notation)}</strong>
        </p>
      )}
    </FormDialog>
  )
}

/** The same appointment on another day. */
export function CopyAppointmentDialog({ appointment, onDone, onClose }: DialogProps) {
  const keyOf = useIdempotencyKey()
  const { id: appointmentId, patient } = appointment
  return (
    <FormDialog
      title="Copy to another day"
      text={`${patient.name}: the same clinician, treatment and consents.`}
      confirm="Book"
      about={appointmentId}
      onClose={onClose}
      read={(typed) => {
        const [day, time] = [String(typed.get('copyDay') ?? ''), String(typed.get('copyTime') ?? '')]
        if (!day) return [{ id: 'copyDay', text: 'Enter the day' }]
        if (!time) return [{ id: 'copyTime', text: 'Enter the time' }]
        const questions = distantDateErrors(typed, day, today())
        if (questions.length > 0) return questions
        const input = { appointmentId, day, time, farDayConfirmed: typed.has(distantDateField) }
        return async () => {
          await api.appointments.copy(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone('Appointment booked.')
        }
      }}
    >
      {(errors) => (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            id="copyDay"
            name="copyDay"
            type="date"
            label="Day"
            defaultValue={addDays(appointment.day, 7)}
            error={errorOf(errors, 'copyDay')}
          />
          <TextField
            id="copyTime"
            name="copyTime"
            type="time"
            label="Time"
            defaultValue={appointment.time}
            error={errorOf(errors, 'copyTime')}
          />
          <DistantDateField errors={errors} />
        </div>
      )}
    </FormDialog>
  )
}
