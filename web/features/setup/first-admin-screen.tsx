import { useState, type FormEvent } from 'react'
import {
  ConfirmationPage,
  fieldErrorWhere,
  NewPasswordField,
  validatePassword,
  SignInFrame,
  trimmedFieldValue,
  useFormTask,
  useSignInMethods,
} from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { SetupKey } from './setup-gate.tsx'
import { WizardProgress } from './wizard-step.tsx'

export const AlreadySetUp = ({ signInHref }: { signInHref: string }) => (
  <SignInFrame title="This installation is already set up">
    <p>A super administrator exists. Sign in as super administrator to continue.</p>
    <ButtonLink href={signInHref} size="large" className="mt-6 w-full">
      Sign in as super administrator
    </ButtonLink>
  </SignInFrame>
)

type FirstAdminProps = {
  setupKey: SetupKey
  signInHref: string
  /** The first one, whom this page goes on to sign in; another one signs in elsewhere. */
  onFirst?: () => void
}

/** Makes the first super administrator of this installation, once; a super administrator makes more. */
export function FirstAdmin({ setupKey, signInHref, onFirst }: FirstAdminProps) {
  const [createdEmail, setMade] = useState<string>()
  if (createdEmail === undefined)
    return (
      <>
        <WizardProgress step="admin" />
        <FirstAdminForm setupKey={setupKey} onCreated={onFirst ?? setMade} isFirst={onFirst !== undefined} />
      </>
    )
  return (
    <ConfirmationPage
      title="Super administrator created"
      onwards={{ href: signInHref, label: 'Sign in as super administrator' }}
    >
      <span className="font-semibold wrap-anywhere">{createdEmail}</span> can sign in now and set up the
      required second factor.
      {setupKey.byToken && ' The set-up token has been used.'}
    </ConfirmationPage>
  )
}

type FirstAdminFormProps = { setupKey: SetupKey; onCreated: (email: string) => void; isFirst: boolean }

const fieldByError = {
  name: 'name',
  email: 'email',
  password: 'password',
  'weak-password': 'password',
  'email-already-in-use': 'email',
}

function FirstAdminForm({ setupKey, onCreated, isFirst }: FirstAdminFormProps) {
  const policy = useSignInMethods()?.passwordPolicy
  const { busy, problems, send } = useFormTask(fieldByError)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const person = {
      name: trimmedFieldValue(form, 'name'),
      email: trimmedFieldValue(form, 'email'),
      password: trimmedFieldValue(form, 'password'),
    }
    const weak = validatePassword(policy, person.password)
    const missing = [
      ...fieldErrorWhere(person.name === '', 'name', 'Enter the name'),
      ...fieldErrorWhere(person.email === '', 'email', 'Enter the e-mail address'),
      ...fieldErrorWhere(weak !== undefined, 'password', weak ?? ''),
    ]
    await send(missing, async () => {
      const { context } = setupKey
      const { email } = await api.setup.makeSuperAdmin(person, { context })
      // Somebody who cannot be signed in at once is asked to do it on the next page.
      if (isFirst) await api.identity.signIn({ login: email, password: person.password }).catch(() => {})
      onCreated(email)
    })
  }
  return (
    <SignInFrame
      title={
        setupKey.hasSuperAdmin ? 'Create another super administrator' : 'Create the first super administrator'
      }
      lead="Super administrators manage practices, templates and other super administrators."
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <ErrorSummary errors={problems} className="" />
        <TextField
          id="name"
          name="name"
          label="Name"
          autoComplete="name"
          maxLength={120}
          error={errorOf(problems, 'name')}
        />
        <TextField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          error={errorOf(problems, 'email')}
        />
        <NewPasswordField
          id="password"
          name="password"
          label="Password"
          policy={policy}
          error={errorOf(problems, 'password')}
        />
        <Button type="submit" busy={busy} size="large" className="w-full">
          Create super administrator
        </Button>
      </form>
    </SignInFrame>
  )
}
