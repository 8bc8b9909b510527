import { useState, type FormEvent } from 'react'
import {
  createCaptchaContext,
  fieldErrorWhere,
  SignInFrame,
  trimmedFieldValue,
  useSignInTask,
  useSignInMethods,
} from '../identity/index.ts'
import { email_verification_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

const purposes = [
  {
    value: 'staff',
    label: 'Join a practice',
    hint: 'Your practice has added you to its staff list.',
  },
  {
    value: 'practice',
    label: 'Set up a new practice',
    hint: 'You become its administrator, with a 30-day trial.',
  },
] as const
type Purpose = (typeof purposes)[number]['value']

type RegistrationStartProps = { heading: string; lead: string }

/** The first step: which of the two one is doing, and the address. What it answers is the same for every address. */
export function RegistrationStart({ heading, lead }: RegistrationStartProps) {
  const [purpose, setPurpose] = useState<Purpose>()
  const [sentTo, setSentTo] = useState<string>()
  const ways = useSignInMethods()
  const { busy, problems, send } = useSignInTask({ 'invalid-email': 'email', email: 'email' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = trimmedFieldValue(event.currentTarget, 'email')
    await send(validateStart(purpose, email), async () => {
      if (!purpose) return
      await api.registration.start({ email, as: purpose }, { context: await createCaptchaContext(ways) })
      setSentTo(email)
    })
  }

  if (sentTo !== undefined) return <LinkSent email={sentTo} onBack={() => setSentTo(undefined)} />
  return (
    <SignInFrame title={heading} lead={lead} after={<AlreadyRegistered />}>
      <form method="post" noValidate onSubmit={submit}>
        <ErrorSummary errors={problems} className="mb-6" />
        <RadioGroup
          id="purpose"
          name="purpose"
          legend="What would you like to do?"
          options={purposes}
          value={purpose ?? ''}
          onChange={(chosen) => setPurpose(chosen as Purpose)}
          error={errorOf(problems, 'purpose')}
        />
        <TextField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          hint={hints[purpose ?? 'none']}
          autoComplete="email"
          required
          error={errorOf(problems, 'email')}
          className="mt-5"
        />
        <Button type="submit" busy={busy} size="large" className="mt-7 w-full">
          Send me a link
        </Button>
      </form>
    </SignInFrame>
  )
}

const hints = {
  none: 'We send a link to confirm that it is yours.',
  staff: 'The address your practice has for you. We send a link to it.',
  practice: 'You will sign in with it. We send a link to confirm that it is yours.',
}

const validateStart = (purpose: Purpose | undefined, email: string) => [
  ...fieldErrorWhere(!purpose, 'purpose', 'Choose what you would like to do'),
  ...fieldErrorWhere(email === '', 'email', 'Enter your e-mail address'),
]

function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <SignInFrame title="Check your inbox" after={<AlreadyRegistered />}>
      <InlineMessage tone="ok" role="status">
        <p>
          If you can register with {email}, an e-mail is on its way there. Its link works for{' '}
          {email_verification_minutes} minutes.
        </p>
      </InlineMessage>
      <p className="mt-5 text-muted">
        No e-mail? Check your junk folder. If a practice has added you, use the address it has for you.
      </p>
      <Button variant="quiet" size="large" className="mt-6 w-full" onClick={onBack}>
        Resend or use another address
      </Button>
    </SignInFrame>
  )
}

function AlreadyRegistered() {
  return (
    <p>
      Have an account already?{' '}
      <Link href="/login" className="text-link">
        Sign In
      </Link>
    </p>
  )
}
