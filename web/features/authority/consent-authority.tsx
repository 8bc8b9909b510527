import type { Authority } from '../../../contract/authority.ts'
import { api } from '../../api.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { AuthorityWizard, type RecordedAuthorityInput } from './authority-wizard.tsx'
import { DecisionFields } from './decision-fields.tsx'

type ConsentAuthorityProps = {
  consentId: string
  authority: Authority
  onDone: () => Promise<void>
  onClose: () => void
}

const recordAllOutcomes = () => null

/** Who may sign one consent: whatever it comes to stands in its record. */
export function ConsentAuthority({ consentId, authority, onDone, onClose }: ConsentAuthorityProps) {
  const keyOf = useIdempotencyKey()
  async function record(told: RecordedAuthorityInput) {
    const input = { consentId, ...told }
    await api.authority.decide(input, { context: { idempotencyKey: keyOf(input) } })
    await onDone()
  }
  return (
    <AuthorityWizard
      authority={authority}
      Fields={DecisionFields}
      offRecord={recordAllOutcomes}
      onRecord={record}
      onClose={onClose}
    />
  )
}
