import { useState } from 'react'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import { api } from '../../api.ts'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { entryCount } from './cleanup-words.ts'

/** Tidying what was chosen, and taking it back. */
export function useCleanup(onChanged: () => Promise<void>) {
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const tidying = useTask()
  const undoing = useTask()
  const [undoingId, setUndoingId] = useState<string>()

  async function undo(cleanupId: string) {
    setUndoingId(cleanupId)
    const done = await undoing.run(async () => {
      await api.cleanup.undo({ cleanupId })
      await onChanged()
    })
    setUndoingId(undefined)
    if (done) toast('Clean-up undone.')
  }
  /** Answers whether it was done. */
  const tidy = (chosen: readonly CleanupFinding[]): Promise<boolean> =>
    tidying.run(async () => {
      const asked = { items: chosen.map(({ kind, id }) => ({ kind, id })) }
      const { id } = await api.cleanup.act(asked, { context: { idempotencyKey: keyOf(asked) } })
      toast(`${entryCount(chosen.length)} cleaned up.`, {
        action: { label: 'Undo', onPress: () => void undo(id) },
      })
      await onChanged()
    })
  return { tidy, tidying, undo, undoing, undoingId }
}
