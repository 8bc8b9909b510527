import type { PatientConsent } from '../../../contract/signing.ts'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { SignerRole } from './signing-api.ts'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'

export const signerId = 'signer'

type SignerChoiceProps = {
  consent: PatientConsent
  value: SignerRole | undefined
  error: string | undefined
  onChange: (role: SignerRole) => void
}

/** Who signs, where the practice has recorded somebody who may sign for the patient. */
export function SignerChoice({ consent, value, error, onChange }: SignerChoiceProps) {
  const { confirm } = useWords()
  const { guardian, content } = consent
  if (!guardian) return null
  const patient = { value: 'patient', label: fill(confirm.roles.patient, { name: content.patient.name }) }
  const { signerRole } = guardian
  const other = { value: signerRole, label: fill(confirm.roles[signerRole], { name: guardian.name }) }
  return (
    <RadioGroup
      id={signerId}
      name="signer"
      legend={confirm.who}
      hint={fill(confirm.relationship, { name: guardian.name, relationship: guardian.relationship })}
      error={error}
      options={[patient, other]}
      {...(value === undefined ? {} : { defaultValue: value })}
      onChange={(role) => onChange(role as SignerRole)}
    />
  )
}
