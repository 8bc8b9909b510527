import { Send, Undo2 } from 'lucide-react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { PreparedQuery } from './board-query.ts'
import { PrepareConsentsButton } from './prepare-consents-button.tsx'
import { isSendable, type PreparedConsent } from './prepared-words.ts'

type PreparedActionsProps = {
  rows: readonly PreparedConsent[]
  query: PreparedQuery
  /** Whether consents are being sent. */
  isSending: boolean
  onSend: (rows: readonly PreparedConsent[]) => void
  onChanged: () => Promise<void>
  /** These drafts are no more. */
  onDiscarded: (consentIds: readonly string[]) => void
}

/** What is done with all consents of the day: preparing those that have none, sending those that are ready, and undoing. */
export function PreparedActions(props: PreparedActionsProps) {
  const { rows, query, isSending, onSend, onChanged } = props
  const undo = useUndo(props)
  const sendable = rows.filter(isSendable)
  const toPrepare = rows.filter(({ state }) => state === 'to-prepare').length
  const untouched = new Set(rows.flatMap((row) => (row.isUntouched ? row.consentId : []))).size
  return (
    <>
      {untouched > 0 && !isSending && (
        <Button variant="quiet" icon={Undo2} busy={undo.busy} onClick={() => void undo.discard()}>
          Undo: discard {untouched === 1 ? '1 draft' : `${untouched} drafts`}
        </Button>
      )}
      {toPrepare > 0 && (
        <PrepareConsentsButton
          query={query}
          label={toPrepare === 1 ? 'Prepare 1 consent' : `Prepare ${toPrepare} consents`}
          onPrepared={onChanged}
        />
      )}
      {sendable.length > 0 && (
        <Button icon={Send} busy={isSending} onClick={() => onSend(sendable)}>
          Send all that are ready ({sendable.length})
        </Button>
      )}
      <ProblemMessage problem={undo.problem} className="basis-full" />
    </>
  )
}

/** Takes back what was prepared, as far as nobody has gone on with it. */
function useUndo({ query, onChanged, onDiscarded }: PreparedActionsProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const discard = () =>
    run(async () => {
      const { discarded } = await api.appointments.discardPrepared(query)
      onDiscarded(discarded)
      await onChanged()
      toast(discarded.length === 1 ? '1 draft discarded.' : `${discarded.length} drafts discarded.`)
    })
  return { busy, problem, discard }
}
