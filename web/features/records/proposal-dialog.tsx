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
          All data about <span dir="auto">{`${firstName} ${lastName}`.trim()}</span> will be erased once
          another person confirms within {destruction_proposal_days} days.
        </>
      }
    >
      <RecordReasonForm
        id="destruction-reason"
        label="Reason for destruction"
        hint="Shown on the certificate. Do not include names or health details."
        confirm="Propose destruction"
        lengthMax={destruction_reason_length_max}
        onCancel={onClose}
        onConfirm={async (reason, idempotencyKey) => {
          await api.destructions.propose({ patientId, reason }, { context: { idempotencyKey } })
          onClose()
          toast('Proposed. Another person must confirm it.')
          onChanged()
        }}
      />
    </Dialog>
  )
}
