import { destruction_proposal_days, destruction_reason_length_max } from '../../../contract/limits.ts'
import type { RecordDueForReview } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { RecordReasonForm } from './record-reason-form.tsx'

type ProposalDialogProps = {
  record: RecordDueForReview
  onChanged: () => unknown
  onClose: () => void
}

/** Asks why a record is to be destroyed; somebody else then has to confirm it. */
export function ProposalDialog({ record, onChanged, onClose }: ProposalDialogProps) {
  const { patientId, firstName, lastName } = record
  const toast = useToast()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Propose destruction"
      description={
        <>
          Everything kept of <span dir="auto">{`${firstName} ${lastName}`.trim()}</span> is to be erased.
          Nothing happens until somebody else confirms it, within {destruction_proposal_days} days.
        </>
      }
    >
      <RecordReasonForm
        id="destruction-reason"
        label="Why it is to be destroyed"
        hint="It stays on the certificate. Leave out the name and anything about health."
        confirm="Propose destruction"
        lengthMax={destruction_reason_length_max}
        onCancel={onClose}
        onConfirm={async (reason, idempotencyKey) => {
          await api.destructions.propose({ patientId, reason }, { context: { idempotencyKey } })
          onClose()
          toast('Proposed. Somebody else has to confirm it.')
          onChanged()
        }}
      />
    </Dialog>
  )
}
