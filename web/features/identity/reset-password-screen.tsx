import { useEffect, useState, type FormEvent } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { InvalidLinkNotice, isInvalidLinkError } from './invalid-link-notice.tsx'
import { ConfirmationPage } from './done-page.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { validatePassword } from './password-rules.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInMethods } from './sign-in-methods.ts'
import { useLinkToken } from './use-link-token.ts'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

/** Setting a new password with the link of an e-mail. */
export function ResetPasswordScreen() {
  const token = useLinkToken()
  const [why, setWhy] = useState<string>()
  const [isDone, setDone] = useState(false)
  const [isChecked, setChecked] = useState(false)

  useEffect(() => {
    if (!token) return
    let left = false
    const check = async () => {
      try {
        await api.identity.openReset({ token })
      } catch (error) {
        // Whatever else goes wrong is told when the form is sent.
        if (isInvalidLinkError(error) && !left) setWhy(error.message)
      }
      if (!left) setChecked(true)
    }
    void check()
    return () => {
      left = true
    }
  }, [token])

  if (isDone)
    return (
      <ConfirmationPage title="Your new password is set" onwards={{ href: '/login', label: 'Sign In' }}>
        All devices have been signed out. Sign in with the new password.
      </ConfirmationPage>
    )
  if (token === undefined) return <Spinner size="large" />
  if (token === null || why !== undefined)
    return <InvalidLinkNotice reason={why} href="/forgot-password" ask="Ask for a new link" />
  if (!isChecked) return <Spinner size="large" />
  return <ResetForm token={token} onDone={() => setDone(true)} onDead={setWhy} />
}

type ResetFormProps = { token: string; onDone: () => void; onDead: (why: string) => void }

function ResetForm({ token, onDone, onDead }: ResetFormProps) {
  const ways = useSignInMethods()
  const { busy, problems, send } = useSignInTask({ 'weak-password': 'password', password: 'password' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = trimmedFieldValue(event.currentTarget, 'password')
    const problem = validatePassword(ways?.passwordPolicy, password)
    await send(
      fieldErrorWhere(problem !== undefined, 'password', problem ?? ''),
      async () => {
        await api.identity.reset({ token, password })
        onDone()
      },
      (error) => {
        if (isInvalidLinkError(error)) onDead(error.message)
        return isInvalidLinkError(error)
      },
    )
  }

  return (
    <SignInFrame title="Choose a new password" lead="Setting it signs you out on all devices.">
      <form method="post" noValidate onSubmit={submit}>
        <ErrorSummary errors={problems} className="mb-6" />
        <NewPasswordField
          id="password"
          name="password"
          label="New password"
          policy={ways?.passwordPolicy}
          required
          error={errorOf(problems, 'password')}
        />
        <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
          Set new password
        </Button>
      </form>
    </SignInFrame>
  )
}
