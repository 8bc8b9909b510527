import type { Patient } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { patientName } from './patient-name.ts'

/** Puts a patient away after asking, and brings one back; archiving can be undone from the message that reports it. */
export function usePatientArchiving(patient: Patient, onChanged: () => Promise<void>) {
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()
  const name = patientName(patient)

  const move = (to: 'archive' | 'restore') =>
    run(async () => {
      await api.patients[to]({ patientId: patient.id })
      await onChanged()
    })
  async function restore() {
    if (await move('restore')) toast(`${name} is active again.`, { tone: 'ok' })
  }
  async function archive() {
    const sure = await confirm({
      title: `Archive ${name}?`,
      text: 'They leave the active list and cannot get new consents. Nothing is deleted: their consents and links stay readable, and you can restore them at any time.',
      confirm: 'Archive patient',
    })
    if (!sure || !(await move('archive'))) return
    toast(`${name} archived.`, { tone: 'ok', action: { label: 'Undo', onPress: () => void restore() } })
  }
  return { busy, problem, archive, restore }
}
