import type { FormEvent } from 'react'
import { fieldErrorWhere, trimmedFieldValue, useFormTask } from '../identity/index.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

type AccountSearchProps = { submit: string; onSend: (email: string) => Promise<void> }

/** Asks for the e-mail address of an account. */
export function AccountSearch({ submit, onSend }: AccountSearchProps) {
  const { busy, problems, send } = useFormTask({ email: 'email', 'user-not-found': 'email' })
  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = trimmedFieldValue(event.currentTarget, 'email')
    await send(fieldErrorWhere(email === '', 'email', 'Enter the e-mail address'), () => onSend(email))
  }
  return (
    <form method="post" noValidate onSubmit={search}>
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="email"
        name="email"
        type="email"
        label="E-mail address of the account"
        autoComplete="off"
        error={errorOf(problems, 'email')}
      />
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        {submit}
      </Button>
    </form>
  )
}
