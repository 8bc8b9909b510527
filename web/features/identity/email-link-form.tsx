import { useState, type FormEvent } from 'react'
import { email_link_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { createCaptchaContext } from './captcha-solving.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

type EmailLinkFormProps = { ways: SignInMethods | undefined; to: string | null; onBack: () => void }

/** Asks for a link to sign in with. What it answers is the same for every address. */
export function EmailLinkForm({ ways, to, onBack }: EmailLinkFormProps) {
  const [sentTo, setSentTo] = useState<string>()
  const { busy, problems, send } = useSignInTask({ 'invalid-email': 'email', email: 'email' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = trimmedFieldValue(event.currentTarget, 'email')
    await send(fieldErrorWhere(email === '', 'email', 'Enter your e-mail address'), async () => {
      await api.identity.sendEmailLink(
        { email, ...(to && { to }) },
        { context: await createCaptchaContext(ways) },
      )
      setSentTo(email)
    })
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      {sentTo !== undefined && (
        <InlineMessage tone="ok" role="status" title="Check your inbox" className="mb-6">
          <p>
            If {sentTo} has an account here, a link is on its way. It works once, within {email_link_minutes}{' '}
            minutes.
          </p>
        </InlineMessage>
      )}
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="email"
        name="email"
        type="email"
        label="E-mail address"
        autoComplete="email"
        required
        error={errorOf(problems, 'email')}
      />
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        {sentTo === undefined ? 'E-mail me a link' : 'Send another link'}
      </Button>
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
