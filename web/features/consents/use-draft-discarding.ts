import { useConfirm, type Confirmation } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { api } from '../../api.ts'

const discardingPrompt: Confirmation = {
  title: 'Discard this draft?',
  text: 'It has not been sent. It is removed from all lists, and this cannot be undone.',
  confirm: 'Discard draft',
  cancel: 'Keep draft',
  danger: true,
}

/** Discards a draft once whoever asks for it has confirmed. */
export function useDraftDiscarding(onDiscarded: () => void) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()

  async function discard(consentId: string) {
    if (!(await confirm(discardingPrompt))) return
    const isDone = await run(() => api.consents.discard({ consentId }))
    if (!isDone) return
    toast('Draft discarded.')
    onDiscarded()
  }
  return { discard, busy, problem }
}
