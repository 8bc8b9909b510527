import { useConfirm, type Confirmation } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

/** An act that is asked about once, then done, fetched anew and reported. */
export function useConfirmedTask(onChanged: () => Promise<void>) {
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()

  async function ask(question: Confirmation, act: () => Promise<unknown>, done: string): Promise<void> {
    if (!(await confirm(question))) return
    const succeeded = await run(async () => {
      await act()
      await onChanged()
    })
    if (succeeded) toast(done)
  }
  return { busy, problem, ask }
}
