import type { FormEvent } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { SessionUser } from '../../../contract/identity.ts'
import { isInvalidLinkError, SignInFrame, trimmedFieldValue, useSignInTask } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary } from '../../ui/plain/error-summary.tsx'
import { Form } from '../../ui/form.tsx'
import { NameFields } from './name-fields.tsx'
import { PracticeFields } from './practice-fields.tsx'
import { fieldByErrorCode, validateNames, parsePractice } from './registration-form-parsing.ts'

type PracticeCreationProps = {
  token: string
  user: SessionUser
  onDone: () => void
  /** The link died meanwhile: why, in words. */
  onDead: (why: string) => void
}

/** A further practice of somebody who has an account: it is set up with that account, as its administrator. */
export function PracticeCreation({ token, user, onDone, onDead }: PracticeCreationProps) {
  const { busy, problems, send } = useSignInTask(fieldByErrorCode)
  const [firstName = '', ...others] = user.displayName.split(' ')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = (name: string) => trimmedFieldValue(form, name)
    const { practice, problems: missing } = parsePractice(read)
    const names = { firstName: read('firstName'), lastName: read('lastName') }
    await send(
      [...validateNames(names), ...missing],
      async () => {
        await api.registration.found({ token, ...names, practice })
        onDone()
      },
      (error) => {
        if (isInvalidLinkError(error)) onDead(error.message)
        return isInvalidLinkError(error)
      },
    )
  }

  return (
    <SignInFrame title="Set up your practice" lead={`You are signed in as ${formatEmail(user.email)}.`}>
      <p>You will be its administrator and can switch between your practices.</p>
      <Form draft="practice" method="post" noValidate onSubmit={submit} className="mt-5">
        <ErrorSummary errors={problems} className="mb-6" />
        <NameFields firstName={firstName} lastName={others.join(' ')} problems={problems} />
        <PracticeFields problems={problems} />
        <Button type="submit" busy={busy} size="large" className="mt-7 w-full">
          Create practice
        </Button>
      </Form>
    </SignInFrame>
  )
}
