import { Fingerprint } from 'lucide-react'
import type { SignInStep } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { createPasskey, requestPasskey } from './passkey-prompt.ts'
import { signInProblem } from './sign-in-problem.ts'

type PasskeyStepProps = {
  /** Whether it is the one thing to do here, or one of two. */
  isOnly: boolean
  onStep: (step: SignInStep) => void
  /** Has taken a failure over by answering true: the sign-in waited too long. */
  onFailed: (error: unknown) => boolean
}

/** Giving the passkey that a sign-in still owes. */
export function GivePasskey({ remember, ...props }: PasskeyStepProps & { remember: () => boolean }) {
  return (
    <PasskeyButton
      {...props}
      label="Use a passkey"
      work={async () => {
        const { options } = await api.identity.passkeyOptions({})
        const response = await requestPasskey(options)
        return api.identity.givePasskey({ response, remember: remember() })
      }}
    />
  )
}

/** Setting up the passkey that a sign-in must have; its name can be changed in the account. */
export function SetUpPasskey(props: PasskeyStepProps) {
  return (
    <PasskeyButton
      {...props}
      label="Set up a passkey"
      work={async () => {
        const { options } = await api.identity.startPasskeyEnrolment({})
        const response = await createPasskey(options)
        return api.identity.finishPasskeyEnrolment({ name: 'My passkey', response })
      }}
    />
  )
}

function PasskeyButton({
  isOnly,
  onStep,
  onFailed,
  label,
  work,
}: PasskeyStepProps & { label: string; work: () => Promise<SignInStep> }) {
  const { busy, problem, run } = useTask()
  const press = () =>
    run(async () => {
      try {
        onStep(await work())
      } catch (error) {
        if (!onFailed(error)) throw error
      }
    })
  return (
    <>
      <ProblemMessage problem={signInProblem(problem)} className="mt-5" />
      <Button
        variant={isOnly ? undefined : 'quiet'}
        size="large"
        icon={Fingerprint}
        busy={busy}
        className={isOnly ? 'mt-6 w-full' : 'mt-3 w-full'}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </>
  )
}
