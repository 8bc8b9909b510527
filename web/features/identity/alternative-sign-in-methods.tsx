import { Building2, Fingerprint, Mail, Smartphone } from 'lucide-react'
import type { SignInStep } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { requestPasskey } from './passkey-prompt.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'
import { signInProblem } from './sign-in-problem.ts'
import type { SignInMethods } from './sign-in-methods.ts'

export type AlternativeSignInMethodsProps = {
  ways: SignInMethods
  to: string | null
  onStep: (step: SignInStep) => void
  /** A provider's window is through. */
  onAnswered: () => void
  onEmailLink: () => void
  onPhone: () => void
  /** The sign-in of a practice; absent for super administrators. */
  onPractice: (() => void) | undefined
}

/** The ways to sign in without a password that are open here. */
export function AlternativeSignInMethods({
  ways,
  to,
  onStep,
  onAnswered,
  onEmailLink,
  onPhone,
  onPractice,
}: AlternativeSignInMethodsProps) {
  const { busy, problem, run } = useTask()
  const giveUpAutofill = usePasskeyAutofill(
    ways.passkey && ways.password,
    onStep,
    (error) => void run(() => Promise.reject(error)),
  )

  const byPasskey = () =>
    run(async () => {
      await giveUpAutofill()
      const { options } = await api.identity.passkeyOptions({})
      onStep(await api.identity.checkPasskey({ response: await requestPasskey(options) }))
    })

  return (
    <div className="space-y-3">
      {ways.passkey && (
        <Button
          variant="quiet"
          size="large"
          icon={Fingerprint}
          busy={busy}
          className="w-full"
          onClick={byPasskey}
        >
          Use a passkey
        </Button>
      )}
      <ProblemMessage problem={signInProblem(problem)} />
      {ways.emailLink && (
        <Button variant="quiet" size="large" icon={Mail} className="w-full" onClick={onEmailLink}>
          E-mail me a link
        </Button>
      )}
      {ways.phone && (
        <Button variant="quiet" size="large" icon={Smartphone} className="w-full" onClick={onPhone}>
          Text me a code
        </Button>
      )}
      {onPractice && (
        <Button variant="quiet" size="large" icon={Building2} className="w-full" onClick={onPractice}>
          Sign in with your practice account
        </Button>
      )}
      {ways.providers.length > 0 && (
        <ProviderButtons providers={ways.providers} to={to} onAnswered={onAnswered} />
      )}
    </div>
  )
}
