import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/identity.ts'
import { api, ApiProblem } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { thisSession } from './this-session.ts'

type Entered = { email: string; password: string }

/** E-mail and password; what the server refuses is shown in its own words. */
export function SignInForm({ onDone }: { onDone: (user: SessionUser) => void }) {
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const entered = readForm(event.currentTarget)
    const missing = missingIn(entered)
    setProblems(missing)
    if (missing.length > 0) return
    setBusy(true)
    try {
      const { user } = await api.identity.signIn(entered)
      thisSession.remember(user)
      onDone(user)
    } catch (error) {
      setProblems(problemsOf(error))
      setBusy(false)
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-6 rounded-xl border border-line bg-surface p-6 sm:p-8"
    >
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="email"
        name="email"
        type="email"
        label="E-mail address"
        autoComplete="username"
        required
        error={errorOf(problems, 'email')}
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
      <Button type="submit" busy={busy} size="large" className="mt-7 w-full">
        Sign In
      </Button>
    </form>
  )
}

function readForm(form: HTMLFormElement): Entered {
  const data = new FormData(form)
  return { email: String(data.get('email')).trim(), password: String(data.get('password')) }
}

function missingIn({ email, password }: Entered): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (email === '') problems.push({ id: 'email', text: 'Enter your e-mail address' })
  if (password === '') problems.push({ id: 'password', text: 'Enter your password' })
  return problems
}

const unknownFailure = 'An unexpected error occurred. Please try again.'

/** A refusal of the address belongs to its field; every other one to the form. */
function problemsOf(error: unknown): FieldProblem[] {
  if (!(error instanceof ApiProblem)) return [{ text: unknownFailure }]
  return [{ id: error.reason === 'invalid-email' ? 'email' : undefined, text: error.message }]
}
