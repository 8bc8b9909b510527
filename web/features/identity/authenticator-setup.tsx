import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { AuthenticatorUri } from './authenticator-uri.tsx'
import { CodeField, validateCode } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

type AuthenticatorSetupProps = {
  /** What the server made for the app: an `otpauth:` address, the same as text, and codes for when the app is lost. */
  uri: string
  secret: string
  recoveryCodes: readonly string[]
  /** Sends a code of the app; what it throws is shown here. */
  onConfirm: (code: string) => Promise<void>
  submit: string
}

/** Setting up an authenticator app: scan, keep the recovery codes, and prove that it works. */
export function AuthenticatorSetup({
  uri,
  secret,
  recoveryCodes,
  onConfirm,
  submit,
}: AuthenticatorSetupProps) {
  const { busy, problems, send } = useSignInTask({ 'invalid-verification-code': 'code', code: 'code' })

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = trimmedFieldValue(form, 'code').replaceAll(/\s/g, '')
    const hasKept = new FormData(form).has('kept')
    await send(
      [
        ...fieldErrorWhere(!hasKept, 'kept', 'Save your recovery codes, then tick the box'),
        ...validateCode(code, 6),
      ],
      () => onConfirm(code),
    )
  }

  return (
    <form method="post" noValidate onSubmit={confirm}>
      <ErrorSummary errors={problems} className="mb-6" />
      <ol className="space-y-8">
        <Part number={1} title="Scan this with your authenticator app">
          <AuthenticatorUri uri={uri} secret={secret} />
        </Part>
        <Part number={2} title="Save your recovery codes">
          <p className="mb-3 text-muted">
            Each signs you in once if you lose your phone. They are not shown again, so store them safely.
          </p>
          <RecoveryCodes codes={recoveryCodes} />
          <CheckboxField
            id="kept"
            name="kept"
            label="I have saved these codes"
            error={errorOf(problems, 'kept')}
            className="mt-4"
          />
        </Part>
        <Part number={3} title="Enter the code that the app shows">
          <CodeField label="Code" hint="6 digits" error={errorOf(problems, 'code')} />
        </Part>
      </ol>
      <Button type="submit" busy={busy} size="large" className="mt-7 w-full">
        {submit}
      </Button>
    </form>
  )
}

function Part({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="mb-3">
        <span className="me-2 text-brand tabular-nums">{number}</span>
        {title}
      </h2>
      {children}
    </li>
  )
}
