import { formatEmail } from '../../../contract/email-address.ts'
import { SignInFrame, signInProblem } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'

type InvitationAcceptanceProps = {
  token: string
  email: string
  /** The practice that has put the address on its staff. */
  clinicName: string
  onDone: () => void
}

/** Joining a practice with the account that is signed in, whose address the practice has put on its staff. */
export function InvitationAcceptance({ token, email, clinicName, onDone }: InvitationAcceptanceProps) {
  const { busy, problem, run } = useTask()
  const accept = () =>
    run(async () => {
      await api.registration.accept({ token })
      onDone()
    })
  return (
    <SignInFrame title="Accept the invitation" lead={`You are signed in as ${formatEmail(email)}.`}>
      <p>
        You will join <span dir="auto">{clinicName}</span> with this account and can switch between practices.
      </p>
      <ProblemMessage problem={signInProblem(problem)} className="mt-5" />
      <Button size="large" busy={busy} className="mt-6 w-full" onClick={accept}>
        Accept
      </Button>
    </SignInFrame>
  )
}
