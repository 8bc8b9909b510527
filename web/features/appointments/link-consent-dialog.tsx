import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { AppointmentConsents } from './appointment-consents.tsx'
import type { Appointment } from './appointment-words.ts'

type LinkConsentDialogProps = {
  appointment: Appointment
  onDone: (said: string) => Promise<void>
  onClose: () => void
}

/** Which consents of the patient an appointment is about, chosen by somebody. */
export function LinkConsentDialog({ appointment, onDone, onClose }: LinkConsentDialogProps) {
  const { id: appointmentId, version, patient, clinician, day, time, minutes, room, reason } = appointment
  const [consentIds, setConsentIds] = useState<readonly string[]>([])
  const booking = {
    ...{ appointmentId, version, day, time, minutes, room, reason },
    patientId: patient.id,
    clinicianId: clinician.id,
    needsConsent: appointment.needsConsent,
    treatments: appointment.treatments.map(({ title: _title, ...treatment }) => treatment),
  }
  return (
    <FormDialog
      title="Link a consent"
      text={`${patient.name}: choose the consents for this appointment.`}
      confirm="Link"
      about={appointmentId}
      onClose={onClose}
      read={() => {
        if (consentIds.length === 0) return [{ id: 'consentIds', text: 'Choose a consent' }]
        return async () => {
          await api.appointments.update({ ...booking, consentIds: [...consentIds] })
          await onDone('Consent linked.')
        }
      }}
    >
      {(errors) => (
        <AppointmentConsents
          patientId={patient.id}
          chosen={consentIds}
          onChange={setConsentIds}
          isRequired
          error={errorOf(errors, 'consentIds')}
        />
      )}
    </FormDialog>
  )
}
