import type { Authority } from '../../../contract/authority.ts'
import { api } from '../../api.ts'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { AuthorityWizard, type AuthorityTold } from './authority-wizard.tsx'
import { DecisionFields } from './decision-fields.tsx'

type ConsentAuthorityProps = {
  consentId: string
  authority: Authority
  onDone: () => Promise<void>
  onClose: () => void
}

const everythingGoesOnRecord = () => null

/** Who may sign one consent: whatever it comes to stands in its record. */
export function ConsentAuthority({ consentId, authority, onDone, onClose }: ConsentAuthorityProps) {
  const keyOf = useRepeatKey()
  async function record(told: AuthorityTold) {
    const input = { consentId, ...told }
    await api.authority.decide(input, { context: { idempotencyKey: keyOf(input) } })
    await onDone()
  }
  return (
    <AuthorityWizard
      authority={authority}
      Fields={DecisionFields}
      offRecord={everythingGoesOnRecord}
      onRecord={record}
      onClose={onClose}
    />
  )
}
