import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { SignInStep } from '../../../contract/identity.ts'
import { trusted_device_days } from '../../../contract/limits.ts'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import { api, ApiError } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { ErrorSummary, errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { CodeField, validateCode } from './code-field.tsx'
import { GivePasskey } from './passkey-step.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { problemText } from './sign-in-problem.ts'
import { trimmedFieldValue, useSignInTask } from './use-form-task.ts'
import { useSecondFactorOptions } from './use-second-factor-options.ts'

type SecondFactorFormProps = {
  onStep: (step: SignInStep) => void
  /** The sign-in waited too long and must begin again: why, in words. */
  onExpired: (why: string) => void
  /** Sign in as somebody else. */
  onLeave: () => void
}

export const hasExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'code-expired'

/** The second factor that a sign-in still owes: a passkey, a code of the app, or one of the recovery codes. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { onStep, onExpired, onLeave } = props
  const form = useRef<HTMLFormElement>(null)
  function takeOver(error: unknown): boolean {
    if (hasExpired(error)) onExpired(problemText(error))
    return hasExpired(error)
  }
  const options = useSecondFactorOptions(takeOver)
  const remember = () => form.current !== null && new FormData(form.current).has('remember')
  if (!options) return <Spinner size="large" />
  if (!options.give.includes('app'))
    return (
      <SignInFrame title="One more step" lead="Use your passkey to finish signing in.">
        <GivePasskey isOnly onStep={onStep} onFailed={takeOver} remember={() => false} />
        <Button variant="link" className="mt-4" onClick={onLeave}>
          Start again
        </Button>
      </SignInFrame>
    )
  return (
    <CodeForm {...props} ref={form}>
      {options.give.includes('passkey') && (
        <GivePasskey isOnly={false} onStep={onStep} onFailed={takeOver} remember={remember} />
      )}
    </CodeForm>
  )
}

type CodeFormProps = SecondFactorFormProps & { ref: RefObject<HTMLFormElement | null>; children: ReactNode }

function CodeForm({ onStep, onExpired, onLeave, ref, children }: CodeFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const { busy, problems, send } = useSignInTask({ 'invalid-verification-code': 'code', code: 'code' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = trimmedFieldValue(form, 'code').replaceAll(/\s/g, '')
    const remember = new FormData(form).has('remember')
    await send(
      kind === 'app' ? validateCode(code, 6) : recoveryProblem(code),
      async () => onStep(await api.identity.secondFactor({ code, kind, remember })),
      (error) => {
        if (hasExpired(error)) onExpired(problemText(error))
        return hasExpired(error)
      },
    )
  }

  const lead =
    kind === 'app' ? signInMessage('multi-factor-auth-required') : 'Enter one of your recovery codes.'
  return (
    <SignInFrame title="One more step" lead={lead}>
      <form ref={ref} method="post" noValidate onSubmit={submit}>
        <ErrorSummary errors={problems} className="mb-6" />
        {kind === 'app' ? (
          <CodeField
            key="app"
            label="Code"
            hint="The 6 digits in your authenticator app"
            error={errorOf(problems, 'code')}
          />
        ) : (
          <TextField
            key="recovery"
            id="code"
            name="code"
            label="Recovery code"
            hint="Shown when you set up the app. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={40}
            error={errorOf(problems, 'code')}
          />
        )}
        <CheckboxField
          name="remember"
          label={`Remember this device for ${trusted_device_days} days`}
          hint="Not on a shared computer"
          className="mt-5"
        />
        <Button type="submit" busy={busy} size="large" className="mt-5 w-full">
          Continue
        </Button>
        {children}
        <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1">
          <Button variant="link" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
            {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Button>
          <Button variant="link" onClick={onLeave}>
            Start again
          </Button>
        </div>
      </form>
    </SignInFrame>
  )
}

function recoveryProblem(code: string): FieldProblem[] {
  if (code === '') return [{ id: 'code', text: 'Enter a recovery code' }]
  return code.length < 6 ? [{ id: 'code', text: 'Enter the whole recovery code' }] : []
}
