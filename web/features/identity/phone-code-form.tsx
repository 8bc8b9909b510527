import { useState, type FormEvent } from 'react'
import type { SignInStep } from '../../../contract/identity.ts'
import { phone_code_length, phone_code_minutes } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { createCaptchaContext } from './captcha-solving.ts'
import { CodeField, validateCode } from './code-field.tsx'
import type { SignInMethods } from './sign-in-methods.ts'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

type PhoneCodeFormProps = {
  ways: SignInMethods | undefined
  onStep: (step: SignInStep) => void
  onBack: () => void
}

/** Signing in by phone: the number, then the code that was sent to it. */
export function PhoneCodeForm({ ways, onStep, onBack }: PhoneCodeFormProps) {
  const [phone, setPhone] = useState<string>()
  return phone === undefined ? (
    <NumberForm ways={ways} onSent={setPhone} onBack={onBack} />
  ) : (
    <CodeForm phone={phone} onStep={onStep} onBack={() => setPhone(undefined)} />
  )
}

type NumberFormProps = {
  ways: SignInMethods | undefined
  onSent: (phone: string) => void
  onBack: () => void
}

function NumberForm({ ways, onSent, onBack }: NumberFormProps) {
  const { busy, problems, send } = useSignInTask({
    'invalid-phone': 'phone',
    'phone-not-served': 'phone',
    phone: 'phone',
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const phone = trimmedFieldValue(event.currentTarget, 'phone')
    await send(fieldErrorWhere(phone === '', 'phone', 'Enter your phone number'), async () => {
      await api.identity.sendPhoneCode({ phone }, { context: await createCaptchaContext(ways) })
      onSent(phone)
    })
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="phone"
        name="phone"
        type="tel"
        label="Phone number"
        hint="The mobile number confirmed in your account, like 07700 900123"
        autoComplete="tel"
        required
        error={errorOf(problems, 'phone')}
      />
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        Text me a code
      </Button>
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}

type CodeFormProps = { phone: string; onStep: (step: SignInStep) => void; onBack: () => void }

function CodeForm({ phone, onStep, onBack }: CodeFormProps) {
  const { busy, problems, send } = useSignInTask({ 'invalid-verification-code': 'code', code: 'code' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = trimmedFieldValue(event.currentTarget, 'code').replaceAll(/\s/g, '')
    await send(validateCode(code, phone_code_length), async () =>
      onStep(await api.identity.checkPhoneCode({ phone, code })),
    )
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <ErrorSummary errors={problems} className="mb-6" />
      <p role="status" className="mb-5">
        If {phone} belongs to an account here, a code is on its way. It works once, within{' '}
        {phone_code_minutes} minutes.
      </p>
      <CodeField label="Code from the text message" error={errorOf(problems, 'code')} />
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        Continue
      </Button>
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onBack}>
        Use another number or resend the code
      </Button>
    </form>
  )
}
