import { useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { SignInFrame, SignInScreen } from '../identity/index.ts'
import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { useTask } from '../../ui/use-task.ts'
import { InvitationAcceptance } from './invitation-acceptance.tsx'
import { PracticeCreation } from './practice-creation.tsx'
import type { AccountUse } from './registration-form-parsing.ts'

type ExistingAccountProps = {
  token: string
  /** Why it cannot be registered, in the server's words. */
  why: string
  use: AccountUse
  onDone: () => void
  onDead: (why: string) => void
}

/** The proved address has an account: its owner signs in, here, and sets up or joins a practice with that account. */
export function ExistingAccount({ token, why, use, onDone, onDead }: ExistingAccountProps) {
  const [user, setUser] = useState<SessionUser>()
  const isPractice = use.as === 'practice'
  if (!isPractice && use.joins === null) return <NoPracticeToJoin why={why} />
  if (!user)
    return (
      <SignInScreen
        title={isPractice ? 'Sign in to set up your practice' : 'Sign in to accept'}
        lead={`${why} Sign in with it to ${isPractice ? 'set up the practice' : 'accept the invitation'}.`}
        withProviders
        to={null}
        onDone={setUser}
      />
    )
  if (user.email !== use.email || user.role === 'super_admin')
    return <OtherAccount present={user.email} wanted={use.email} onLeft={() => setUser(undefined)} />
  if (isPractice) return <PracticeCreation token={token} user={user} onDone={onDone} onDead={onDead} />
  return (
    <InvitationAcceptance token={token} email={user.email} clinicName={use.joins ?? ''} onDone={onDone} />
  )
}

/** Every practice that has this address on its staff has been joined already, or none has it. */
function NoPracticeToJoin({ why }: { why: string }) {
  return (
    <SignInFrame title="You have an account already">
      <p>{why}</p>
      <ButtonLink href="/login" size="large" className="mt-6 w-full">
        Sign In
      </ButtonLink>
    </SignInFrame>
  )
}

type OtherAccountProps = { present: string; wanted: string; onLeft: () => void }

/** Somebody else is signed in here, or an account that acts for no practice. */
function OtherAccount({ present, wanted, onLeft }: OtherAccountProps) {
  const { busy, run } = useTask()
  const leave = () =>
    run(async () => {
      await api.identity.signOut({})
      onLeft()
    })
  return (
    <SignInFrame title="Sign in with another account" lead={`You are signed in as ${formatEmail(present)}.`}>
      <p>
        {present === wanted
          ? 'A super administrator’s account cannot join a practice. Use another e-mail address.'
          : `The link was sent to ${formatEmail(wanted)}. Sign in with the account of that address.`}
      </p>
      <Button variant="quiet" size="large" busy={busy} className="mt-6 w-full" onClick={leave}>
        Sign in with another account
      </Button>
    </SignInFrame>
  )
}
