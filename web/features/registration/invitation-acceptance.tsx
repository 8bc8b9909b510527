import { useState } from 'react'
import { SignInFrame, signInProblem, SignInScreen } from '../identity/index.ts'
import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'

type InvitationAcceptanceProps = {
  token: string
  /** Why it cannot be registered, in the server's words. */
  why: string
  onDone: () => void
}

/** An invitation to an address that has an account: its owner signs in, here, and accepts it with that account. */
export function InvitationAcceptance({ token, why, onDone }: InvitationAcceptanceProps) {
  const [user, setUser] = useState<SessionUser>()
  const { busy, problem, run, clear } = useTask()

  if (!user)
    return (
      <SignInScreen
        title="Sign in to accept"
        lead={`${why} Sign in with it, and accept the invitation.`}
        withProviders
        to={null}
        onDone={setUser}
      />
    )
  const accept = () =>
    run(async () => {
      await api.registration.accept({ token })
      onDone()
    })
  const changeUser = () =>
    run(async () => {
      await api.identity.signOut({})
      clear()
      setUser(undefined)
    })
  return (
    <SignInFrame title="Accept the invitation" lead={`You are signed in as ${user.email}.`}>
      <p>You join the practice that invited you with this account, and can change between practices.</p>
      <ProblemMessage problem={signInProblem(problem)} className="mt-5" />
      <Button size="large" busy={busy} className="mt-6 w-full" onClick={accept}>
        Accept
      </Button>
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={changeUser}>
        Sign in as somebody else
      </Button>
    </SignInFrame>
  )
}
