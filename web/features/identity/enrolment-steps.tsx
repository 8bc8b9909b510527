import { useState } from 'react'
import type { SignInStep } from '../../../contract/identity.ts'
import { api, type Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { hasPasskeySupport } from './passkey-prompt.ts'
import { SetUpPasskey } from './passkey-step.tsx'
import { hasExpired } from './second-factor-form.tsx'
import { problemText, signInProblem } from './sign-in-problem.ts'
import { useSecondFactorOptions } from './use-second-factor-options.ts'

type Enrolment = Awaited<ReturnType<Api['identity']['startEnrolment']>>
type EnrolmentStepsProps = {
  onStep: (step: SignInStep) => void
  /** The sign-in waited too long and must begin again: why, in words. */
  onExpired: (why: string) => void
  /** Sign in as somebody else. */
  onLeave: () => void
}

/** Setting up the second factor that this sign-in must have, before it lets anybody in: an app or a passkey. */
export function EnrolmentSteps({ onStep, onExpired, onLeave }: EnrolmentStepsProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const { busy, problem, run } = useTask()

  /** Begins again where the sign-in has waited too long; any other failure is left to the part that asked. */
  async function unlessExpired(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (!hasExpired(error)) throw error
      onExpired(problemText(error))
    }
  }
  function takeOver(error: unknown): boolean {
    if (hasExpired(error)) onExpired(problemText(error))
    return hasExpired(error)
  }
  const options = useSecondFactorOptions(takeOver)
  const begin = () =>
    run(() => unlessExpired(async () => setEnrolment(await api.identity.startEnrolment({}))))

  if (enrolment) {
    const confirm = (code: string) =>
      unlessExpired(async () => onStep(await api.identity.finishEnrolment({ code })))
    return <AuthenticatorSetup {...enrolment} onConfirm={confirm} submit="Finish and continue" />
  }
  if (!options) return <Spinner size="large" />
  const withApp = options.setUp.includes('app')
  const withPasskey = options.setUp.includes('passkey') && (!withApp || hasPasskeySupport())
  return (
    <>
      {withApp ? (
        <p>
          You need an authenticator app on your phone. Any will do, such as the one in your phone or password
          manager.{withPasskey && ' Or use a passkey: your fingerprint, your face or your device’s PIN.'}
        </p>
      ) : (
        <p>
          Super administrators sign in with a passkey: a fingerprint, a face, a device’s PIN or a security
          key. Add a second one in your account afterwards, in case you lose this one.
        </p>
      )}
      {withApp && (
        <>
          <ProblemMessage problem={signInProblem(problem)} className="mt-5" />
          <Button size="large" busy={busy} className="mt-6 w-full" onClick={begin}>
            Set up the app
          </Button>
        </>
      )}
      {withPasskey && <SetUpPasskey isOnly={!withApp} onStep={onStep} onFailed={takeOver} />}
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onLeave}>
        Start again with another account
      </Button>
    </>
  )
}
