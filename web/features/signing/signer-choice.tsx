import type { PatientConsent } from '../../../contract/signing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { CallPracticeLink } from './practice-call.tsx'
import type { SignerRole } from './signing-api.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

export const signerId = 'signer'

type SignerChoiceProps = {
  consent: PatientConsent
  value: SignerRole | undefined
  error: string | undefined
  onChange: (role: SignerRole) => void
}

/**
 * Who signs, as the practice has recorded it: each with what makes them the one to sign. Nothing where the patient is the
 * only one, and whom to call where nobody may yet.
 */
export function SignerChoice({ consent: { signers }, value, error, onChange }: SignerChoiceProps) {
  const { confirm, locale } = useWords()
  if (signers.length === 0) return <NobodySigns />
  if (signers.every(({ signerRole }) => signerRole === 'patient')) return null
  const anyOf = new Intl.ListFormat(locale, { type: 'disjunction' })
  const roles = [...new Set(signers.map(({ signerRole }) => signerRole))]
  const options = roles.map((role) => {
    const named = signers.filter(({ signerRole }) => signerRole === role)
    const name = anyOf.format(named.map((one) => one.name))
    const label = fillPlaceholders(confirm.roles[role], { name })
    return role === 'patient' ? { value: role, label } : { value: role, label, hint: confirm.authority[role] }
  })
  const others = signers.filter(({ relationship }) => relationship !== '')
  const recorded = others.map(({ name, relationship }) =>
    fillPlaceholders(confirm.relationship, { name, relationship }),
  )
  return (
    <RadioGroup
      id={signerId}
      name="signer"
      legend={confirm.who}
      hint={recorded.join('; ')}
      error={error}
      options={options}
      {...(value === undefined ? {} : { defaultValue: value })}
      onChange={(role) => onChange(role as SignerRole)}
    />
  )
}

/** The practice has to say first who may sign. */
function NobodySigns() {
  const { confirm } = useWords()
  return (
    <InlineMessage tone="warn" title={confirm.who}>
      <p id={signerId} tabIndex={-1}>
        {confirm.nobody}
      </p>
      <CallPracticeLink />
    </InlineMessage>
  )
}
