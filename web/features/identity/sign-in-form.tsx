import type { FormEvent } from 'react'
import type { SignInStep } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { createCaptchaContext } from './captcha-solving.ts'
import { findRequiredConnection, leaveForProvider } from './practice-sign-in-form.tsx'
import type { SignInMethods } from './sign-in-methods.ts'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

type SignInFormProps = {
  ways: SignInMethods | undefined
  /** No link leads away from it. */
  isBare: boolean
  /** The place to go on to. */
  to: string | null
  onStep: (step: SignInStep) => void
}

/** E-mail address or username, and password; what the server refuses is shown in its own words. */
export function SignInForm({ ways, isBare, to, onStep }: SignInFormProps) {
  const { busy, problems, send } = useSignInTask({ 'invalid-email': 'login', login: 'login' })

  /** Where their practice requires its own sign-in, no password is asked for. */
  async function leaveWhereRequired(login: string) {
    const required = login.includes('@') ? await findRequiredConnection(login).catch(() => null) : null
    if (required) await send([], () => leaveForProvider(required, login, to))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = { login: trimmedFieldValue(form, 'login'), password: trimmedFieldValue(form, 'password') }
    await send(missingIn(entered), async () => {
      onStep(await api.identity.signIn(entered, { context: await createCaptchaContext(ways) }))
    })
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="login"
        name="login"
        label="E-mail address or username"
        // The browser offers passkeys in this field too, where it can.
        autoComplete={ways?.passkey ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        onBlur={(event) => void leaveWhereRequired(event.target.value.trim())}
        error={errorOf(problems, 'login')}
      />
      <PasswordField
        id="password"
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        error={errorOf(problems, 'password')}
        className="mt-5"
      />
      {!isBare && (
        <p className="mt-3">
          <Link href="/forgot-password" className="text-link inline-flex min-h-6 items-center">
            Forgot your password?
          </Link>
        </p>
      )}
      <Button type="submit" busy={busy} size="large" className="mt-5 w-full">
        Sign In
      </Button>
    </form>
  )
}

const missingIn = ({ login, password }: { login: string; password: string }) => [
  ...fieldErrorWhere(login === '', 'login', 'Enter your e-mail address or username'),
  ...fieldErrorWhere(password === '', 'password', 'Enter your password'),
]
