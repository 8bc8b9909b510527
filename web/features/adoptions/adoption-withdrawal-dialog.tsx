import { adoption_reason_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

type AdoptionWithdrawalDialogProps = {
  templateId: string
  name: string
  onWithdrawn: () => Promise<void>
  onClose: () => void
}

/** Asks why before an adoption is withdrawn, and says what changes by it. */
export function AdoptionWithdrawalDialog(props: AdoptionWithdrawalDialogProps) {
  const { templateId, name, onWithdrawn, onClose } = props
  const toast = useToast()
  return (
    <ReasonDialog
      title={<span dir="auto">Withdraw the adoption of “{name}”?</span>}
      text="Anyone who sends this wording must then confirm it for each patient. Consents already sent do not change."
      confirm="Withdraw adoption"
      danger
      lengthMax={adoption_reason_length_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await api.adoptions.withdraw({ templateId, reason })
        await onWithdrawn()
        toast('Adoption withdrawn.')
      }}
    />
  )
}
