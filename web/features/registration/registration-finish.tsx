import type { FormEvent } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import {
  isInvalidLinkError,
  NewPasswordField,
  validatePassword,
  SignInFrame,
  trimmedFieldValue,
  useSignInTask,
  useSignInMethods,
} from '../identity/index.ts'
import { api, ApiError } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { NameFields } from './name-fields.tsx'
import { PracticeFields } from './practice-fields.tsx'
import { fieldByErrorCode, parseRegistration, type RegistrationLink } from './registration-form-parsing.ts'

type RegistrationFinishProps = {
  token: string
  link: RegistrationLink
  /** The account is made, and signed in as far as it may be. */
  onDone: () => void
  /** The link died meanwhile: why, in words. */
  onInvalidLink: (why: string) => void
  /** The address has an account by now. */
  onTaken: () => void
}

/** The second step: name, password, and of a new practice what it is called. */
export function RegistrationFinish({ token, link, onDone, onInvalidLink, onTaken }: RegistrationFinishProps) {
  const ways = useSignInMethods()
  const { busy, problems, send } = useSignInTask(fieldByErrorCode)
  const isPractice = link.as === 'practice'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { input, problems: missing } = parseRegistration(
      (name) => trimmedFieldValue(form, name),
      link.as,
      (password) => validatePassword(ways?.passwordPolicy, password),
    )
    await send(
      missing,
      async () => {
        await api.registration.finish({ ...input, token })
        onDone()
      },
      (error) => {
        const isTaken = error instanceof ApiError && error.reason === 'email-already-in-use'
        if (isTaken) onTaken()
        if (isInvalidLinkError(error)) onInvalidLink(error.message)
        return isTaken || isInvalidLinkError(error)
      },
    )
  }

  return (
    <SignInFrame
      title={isPractice ? 'Set up your practice' : 'Create your account'}
      lead={
        isPractice ? 'You will be its administrator.' : <JoinPracticeFields clinicName={link.clinicName} />
      }
    >
      <form method="post" noValidate onSubmit={submit}>
        <ErrorSummary errors={problems} className="mb-6" />
        <PersonFields link={link} problems={problems} />
        <NewPasswordField
          id="password"
          name="password"
          label="Password"
          policy={ways?.passwordPolicy}
          about={[link.email, link.firstName, link.lastName, link.clinicName ?? ''].filter(Boolean)}
          required
          error={errorOf(problems, 'password')}
          className="mt-5"
        />
        {isPractice && (
          <>
            <PracticeFields problems={problems} />
            <InlineMessage className="mt-6">
              <p>Your 30-day trial starts when you finish.</p>
            </InlineMessage>
          </>
        )}
        <Button type="submit" busy={busy} size="large" className="mt-7 w-full">
          {isPractice ? 'Create account and practice' : 'Create account'}
        </Button>
      </form>
    </SignInFrame>
  )
}

function JoinPracticeFields({ clinicName }: { clinicName: string | null }) {
  if (clinicName === null) return 'You will join the practice that added you.'
  return (
    <>
      You join <span dir="auto">{clinicName}</span>.
    </>
  )
}

function PersonFields({ link, problems }: { link: RegistrationLink; problems: readonly FieldProblem[] }) {
  return (
    <>
      <TextField
        name="email"
        label="E-mail address"
        hint="Confirmed by the link you opened"
        value={formatEmail(link.email)}
        readOnly
        autoComplete="username"
        className="[&_input]:bg-paper [&_input]:text-muted"
      />
      <NameFields firstName={link.firstName} lastName={link.lastName} problems={problems} className="mt-5" />
      <TextField
        id="username"
        name="username"
        label="Username"
        optional
        hint="Use it to sign in instead of your e-mail address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        error={errorOf(problems, 'username')}
        className="mt-5"
      />
    </>
  )
}
