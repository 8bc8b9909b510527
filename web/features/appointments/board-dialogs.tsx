import { today } from '../../../contract/calendar-day.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { override_reason_length_min } from '../../../contract/limits.ts'
import { siteName } from '../../../contract/teeth.ts'
import { useToothNotation } from '../clinics/index.ts'
import { distantDateErrors, distantDateField } from './appointment-form-parsing.ts'
import { addDays, listMissing, appointmentTitle, type Appointment } from './appointment-words.ts'
import { DistantDateField } from './distant-date-field.tsx'

type DialogProps = {
  appointment: Appointment
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

function MissingList({ appointment }: { appointment: Appointment }) {
  return (
    <ul className="space-y-2">
      {listMissing(appointment).map((condition) => (
        <li key={condition.name} className="wrap-anywhere">
          <span className="font-semibold">{appointmentTitle(condition)}:</span> {condition.words}
        </li>
      ))}
    </ul>
  )
}

/** Treatment that is not ready: what is missing, and for whoever may, a reason to start in spite of it. */
export function StartTreatmentDialog({
  appointment,
  mayOverride,
  onDone,
  onClose,
}: DialogProps & { mayOverride: boolean }) {
  const { id: appointmentId, patient, isRefused } = appointment
  if (!mayOverride || isRefused)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Treatment cannot begin"
        description={patient.name}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <MissingList appointment={appointment} />
        <p className="mt-4 text-muted">
          {isRefused
            ? 'The patient has said no. No reason overrides that.'
            : 'Somebody who may override consents can start it with a reason.'}
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      title="Start in spite of what is missing?"
      text="Your name, your reason and what is missing stay in the record of the consent."
      confirm="Start treatment"
      about={appointmentId}
      danger
      onClose={onClose}
      read={(typed) => {
        const reason = String(typed.get('override') ?? '').trim()
        if (reason.length < override_reason_length_min)
          return [{ id: 'override', text: 'Give the reason in at least 10 characters' }]
        return async () => {
          await api.appointments.start({ appointmentId, override: { reason } })
          await onDone(`Treatment of ${patient.name} has started.`)
        }
      }}
    >
      {(errors) => (
        <>
          <InlineMessage tone="warn" title="Missing">
            <MissingList appointment={appointment} />
          </InlineMessage>
          <TextareaField
            id="override"
            name="override"
            label="Why treatment cannot wait"
            rows={3}
            maxLength={500}
            error={errorOf(errors, 'override')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** A second person looks at the tooth and the side before it is taken out. */
export function SiteCheckDialog({ appointment, onDone, onClose }: DialogProps) {
  const { id: appointmentId, patient, treatments, consents } = appointment
  const notation = useToothNotation()
  const teeth = [...new Set((treatments.length > 0 ? treatments : consents).flatMap((one) => one.teeth))]
  return (
    <FormDialog
      title="Is this the tooth to take out?"
      text="Look at the patient, the notes and the X-ray yourself. The clinician who treats cannot do this."
      confirm="I have checked it"
      about={appointmentId}
      onClose={onClose}
      read={() => async () => {
        await api.appointments.checkSite({ appointmentId, teeth })
        await onDone('Tooth and side are checked.')
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
          await onDone('The appointment is booked.')
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
