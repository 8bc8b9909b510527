import { isPersonalAuthority, type authorityOutcome } from '../../../contract/authority-rules.ts'
import type { PatientAuthority as Authority } from '../../../contract/authority.ts'
import { api } from '../../api.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { AuthorityWizard, type RecordedAuthorityInput } from './authority-wizard.tsx'
import { PersonFields } from './decision-fields.tsx'

type PatientAuthorityProps = {
  patientId: string
  authority: Authority
  onDone: () => Promise<void>
  onClose: () => void
}

const recordPersonOutcomesOnly = (outcome: ReturnType<typeof authorityOutcome>) =>
  isPersonalAuthority(outcome)
    ? null
    : 'This is decided for each treatment. Answer it again on the consent to record it.'

/** Who may sign for a patient: what it says of a person stands in the patient’s record, for every consent to come. */
export function PatientAuthority({ patientId, authority, onDone, onClose }: PatientAuthorityProps) {
  const keyOf = useIdempotencyKey()
  async function record({ answers, registeredOn, person, seen }: RecordedAuthorityInput) {
    const input = { patientId, answers, registeredOn, person, seen }
    await api.authority.recordPerson(input, { context: { idempotencyKey: keyOf(input) } })
    await onDone()
  }
  return (
    <AuthorityWizard
      authority={authority}
      Fields={PersonFields}
      offRecord={recordPersonOutcomesOnly}
      onRecord={record}
      onClose={onClose}
    />
  )
}
