import { clsx } from 'clsx'
import { useState } from 'react'
import { PasswordField, type PasswordFieldProps } from '../../ui/plain/password-field.tsx'
import { checkRules, type RuleCheck } from './password-rules.ts'
import { PasswordStrength } from './password-strength.tsx'
import type { PasswordPolicy } from './sign-in-methods.ts'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'onChange' | 'value' | 'about'> & {
  /** Undefined until it is known. */
  policy: PasswordPolicy | undefined
  about?: readonly string[] | undefined
}

/** A password to be chosen: what it must be, ticked off as it is typed, and how hard it is to guess. */
export function NewPasswordField({ policy, about, className, ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('')
  const checks = policy ? checkRules(policy, password) : []
  return (
    <div className={className}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        hint={<PolicyWords checks={checks} />}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordStrength password={password} about={about} className="mt-2.5" />
      <Rules checks={checks} />
    </div>
  )
}

/** The rules are read out with the field, because the list below it is not. */
function PolicyWords({ checks }: { checks: RuleCheck[] }) {
  return (
    <>
      Three random words are strong and easy to remember.
      <span className="sr-only"> {checks.map(({ text }) => text).join('. ')}</span>
    </>
  )
}

function Rules({ checks }: { checks: RuleCheck[] }) {
  return (
    <ul className="mt-1.5 space-y-1 text-small">
      {checks.map(({ fault, text, kept }) => (
        <li key={fault} className={clsx('flex items-center gap-2', kept ? 'text-ok' : 'text-muted')}>
          <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden className="size-4 shrink-0">
            {kept ? (
              <path d="m3.5 8.5 3 3 6-6.5" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
            ) : (
              <circle cx="8" cy="8" r="4.5" strokeWidth="1.5" />
            )}
          </svg>
          <span>
            {text}
            <span className="sr-only">{kept ? ', done' : ', not yet'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
