import { today } from '../../../contract/calendar-day.ts'
import { useState } from 'react'
import type { Patient } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { patientName } from './patient-name.ts'

type PatientDeactivationDialogProps = {
  patient: Patient
  reason: 'left' | 'deceased'
  onDone: () => Promise<void>
  onClose: () => void
}

const words = {
  left: {
    title: 'has left the practice',
    label: 'Date they left',
    confirm: 'Record as left',
    done: 'is recorded as having left.',
  },
  deceased: {
    title: 'has died',
    label: 'Date of death',
    confirm: 'Record the death',
    done: 'is recorded as deceased.',
  },
}

/** Records that a patient left or died, with the day where it is known; says what that ends. */
export function PatientDeactivationDialog({
  patient,
  reason,
  onDone,
  onClose,
}: PatientDeactivationDialogProps) {
  const [on, setOn] = useState('')
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const { title, label, confirm, done } = words[reason]
  const name = patientName(patient)

  async function record() {
    const wanted = { patientId: patient.id, on: on || null }
    const isDone = await run(async () => {
      await (reason === 'left' ? api.patients.recordLeaving(wanted) : api.patients.recordDeath(wanted))
      await onDone()
    })
    if (!isDone) return
    toast(`${name} ${done}`, { tone: 'ok' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${name} ${title}`}
      description="No more messages are sent and no consents can be created. Nothing is deleted, and Restore reverses this."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void record()}>
            {confirm}
          </Button>
        </>
      }
    >
      <TextField
        id="endedOn"
        type="date"
        label={label}
        optional
        max={today()}
        value={on}
        onChange={(event) => setOn(event.target.value)}
        width="short"
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
