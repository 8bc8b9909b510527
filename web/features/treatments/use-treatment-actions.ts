import { useConfirm } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Subtype, Treatment, TreatmentContext } from './treatment-operations.ts'

/** Takes types and subtypes away after one question, and switches types on and off. */
export function useTreatmentActions({ operations, onChanged }: TreatmentContext) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()

  const doing = (work: () => Promise<unknown>, done: () => void) =>
    run(async () => {
      await work()
      await onChanged()
      done()
    })
  function setActive({ id: treatmentId, name }: Treatment, isActive: boolean) {
    return doing(
      () => operations.update({ treatmentId, isActive }),
      () => toast(isActive ? `${name} is active again.` : `${name} is no longer active.`),
    )
  }
  async function remove({ id: treatmentId, name, subtypes }: Treatment) {
    const agreed = await confirm({
      title: `Delete ${name}?`,
      text: `${deletionNote(subtypes.length)} Templates keep its name, but it can no longer be chosen. This cannot be undone; deactivate it to keep it for later.`,
      confirm: 'Delete',
      danger: true,
    })
    if (agreed)
      await doing(
        () => operations.remove({ treatmentId }),
        () => toast(`${name} is deleted.`),
      )
  }
  async function removeSubtype({ id: treatmentId, name: type }: Treatment, { name }: Subtype) {
    const agreed = await confirm({
      title: `Remove ${name} from ${type}?`,
      text: 'Templates keep its name, but it can no longer be chosen.',
      confirm: 'Remove',
      danger: true,
    })
    if (!agreed) return
    await doing(
      () => operations.removeSubtype({ treatmentId, name }),
      () => toast(`${name} is removed.`),
    )
  }
  return { busy, problem, setActive, remove, removeSubtype }
}

function deletionNote(subtypes: number): string {
  if (subtypes === 0) return 'It has no subtypes.'
  return subtypes === 1 ? 'Its subtype is deleted too.' : `Its ${subtypes} subtypes are deleted too.`
}
