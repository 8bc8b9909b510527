import { Send, Undo2 } from 'lucide-react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { PreparedQuery } from './board-query.ts'
import { PrepareConsentsButton } from './prepare-consents-button.tsx'
import { countToPrepare, countUntouched, sendableConsents, type PreparedConsent } from './prepared-words.ts'

type PreparedActionsProps = {
  rows: readonly PreparedConsent[]
  query: PreparedQuery
  /** Whether consents are being sent. */
  isSending: boolean
  onSend: (rows: readonly PreparedConsent[]) => void
  /** Saves the form that is open and goes on, or stays where it has faults. */
  leave: (goOn: () => void) => void
  onPrepared: () => void
  /** These drafts are no more. */
  onDiscarded: (consentIds: readonly string[]) => void
}

/** What is done with all consents of the day: preparing those that have none, sending those that are ready, and undoing. */
export function PreparedActions(props: PreparedActionsProps) {
  const { rows, query, isSending, onSend, leave, onPrepared, onDiscarded } = props
  const undo = useUndo(query, onDiscarded)
  const sendable = sendableConsents(rows)
  const toPrepare = countToPrepare(rows)
  const untouched = countUntouched(rows)
  return (
    <>
      {untouched > 0 && !isSending && (
        <Button
          variant="quiet"
          icon={Undo2}
          busy={undo.busy}
          onClick={() => leave(() => void undo.confirmDiscard())}
        >
          Undo: discard {untouched === 1 ? '1 draft' : `${untouched} drafts`}
        </Button>
      )}
      {toPrepare > 0 && (
        <PrepareConsentsButton
          query={query}
          label={toPrepare === 1 ? 'Prepare 1 consent' : `Prepare ${toPrepare} consents`}
          onPrepared={onPrepared}
        />
      )}
      {sendable.length > 0 && (
        <Button icon={Send} busy={isSending} onClick={() => onSend(sendable)}>
          Send all ready ({sendable.length})
        </Button>
      )}
      <ProblemMessage problem={undo.problem} className="basis-full" />
    </>
  )
}

/** Takes back what was prepared, as far as nobody has gone on with it. */
function useUndo(query: PreparedQuery, onDiscarded: PreparedActionsProps['onDiscarded']) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const confirm = useConfirm()
  const discard = () =>
    run(async () => {
      const { discarded } = await api.appointments.discardPrepared(query)
      onDiscarded(discarded)
      toast(discarded.length === 1 ? '1 draft discarded.' : `${discarded.length} drafts discarded.`)
    })
  async function confirmDiscard() {
    const isAgreed = await confirm({
      title: 'Discard the prepared drafts?',
      text: 'Unchanged, unsent drafts are discarded. You can prepare them again.',
      confirm: 'Discard drafts',
      danger: true,
    })
    if (isAgreed) await discard()
  }
  return { busy, problem, confirmDiscard }
}
