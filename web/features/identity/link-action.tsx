import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { InvalidLinkNotice, isInvalidLinkError } from './invalid-link-notice.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { signInProblem } from './sign-in-problem.ts'

type LinkActionProps = {
  /** The link's secret, from `useLinkToken`. */
  token: string | null | undefined
  title: string
  lead: ReactNode
  button: string
  /** Uses the link's secret; what it throws is shown here. */
  onPress: (token: string) => Promise<void>
  /** Where to ask for a new link. */
  newLink: { href: string; ask: string }
}

/** The page of an e-mailed link. Nothing happens before the press: mail scanners open links too. */
export function LinkAction({ token, title, lead, button, onPress, newLink }: LinkActionProps) {
  const [why, setWhy] = useState<string>()
  const { busy, problem, run } = useTask()

  const press = (token: string) =>
    run(async () => {
      try {
        await onPress(token)
      } catch (error) {
        if (!isInvalidLinkError(error)) throw error
        setWhy(error.message)
      }
    })

  if (token === undefined) return <Spinner size="large" />
  if (token === null || why !== undefined) return <InvalidLinkNotice reason={why} {...newLink} />
  return (
    <SignInFrame title={title}>
      <p>{lead}</p>
      <ProblemMessage problem={signInProblem(problem)} className="mt-5" />
      <Button size="large" busy={busy} className="mt-6 w-full" onClick={() => void press(token)}>
        {button}
      </Button>
    </SignInFrame>
  )
}
