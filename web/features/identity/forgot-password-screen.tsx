import { useState, type FormEvent } from 'react'
import { reset_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { createCaptchaContext } from './captcha-solving.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { signInProblemText } from './sign-in-problem.ts'
import { useSignInMethods } from './sign-in-methods.ts'
import { trimmedFieldValue } from './use-form-task.ts'

type Outcome = { tone: 'ok' | 'bad'; text: string }

/** As long as the server counts the mails to one address: nothing more is sent meanwhile, which no answer tells. */
const wait_minutes = 15
const sentText = 'Password reset email sent! Please check your inbox.'
const failedText = 'Failed to send reset email.'

/** Asks for a link to set a new password. The answer is the same whether the address has an account or not. */
export function ForgotPasswordScreen() {
  const ways = useSignInMethods()
  const [outcome, setOutcome] = useState<Outcome>()
  const { busy, run } = useTask()

  async function ask(email: string): Promise<Outcome> {
    if (email === '') return { tone: 'bad', text: 'Enter your e-mail address' }
    try {
      const { success, error } = await api.identity.requestReset(
        { email },
        { context: await createCaptchaContext(ways) },
      )
      return success ? { tone: 'ok', text: sentText } : { tone: 'bad', text: error ?? failedText }
    } catch (error) {
      return { tone: 'bad', text: signInProblemText(error, failedText) }
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = trimmedFieldValue(event.currentTarget, 'email')
    if (!busy) setOutcome(undefined)
    await run(async () => setOutcome(await ask(email)))
  }

  return (
    <SignInFrame
      title="Forgot your password?"
      lead="We send you a link to set a new one."
      after={
        <Link href="/login" className="text-link">
          Back to sign in
        </Link>
      }
    >
      <form method="post" noValidate onSubmit={submit}>
        {outcome && (
          <InlineMessage
            tone={outcome.tone}
            role={outcome.tone === 'ok' ? 'status' : 'alert'}
            className="mb-6"
          >
            <p>{outcome.text}</p>
            {outcome.tone === 'ok' && (
              <p className="mt-2">
                If nothing arrives, check your junk folder, or wait {wait_minutes} minutes and try again.
              </p>
            )}
          </InlineMessage>
        )}
        <TextField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          hint={`The link works once, within ${reset_minutes} minutes.`}
          autoComplete="email"
          required
        />
        <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
          Send Reset Email
        </Button>
      </form>
    </SignInFrame>
  )
}
