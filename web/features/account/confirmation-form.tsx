import { useState, type FormEvent } from 'react'
import { requestPasskey, CodeField } from '../identity/index.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { codeDigits } from './code-digits.ts'
import type { ConfirmationMethod } from './confirmation-methods.ts'
import { refusalText } from './refusal-text.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'

type ConfirmationFormProps = { way: ConfirmationMethod; onProved: () => void; onCancel: () => void }

const fieldId = 'confirmation'
const missingText = { password: 'Enter your password', app: 'Enter the 6 digits of the code' }

/** One way to prove who one is: something typed, or a passkey. */
export function ConfirmationForm({ way, onProved, onCancel }: ConfirmationFormProps) {
  const [missing, setMissing] = useState<string>()
  const { busy, problem, run } = useTask()
  useFocusOnMount(fieldId)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get(fieldId) ?? '')
    const lacks = isMissing(way, typed)
    setMissing(lacks && way !== 'passkey' ? missingText[way] : undefined)
    if (!lacks && (await run(() => confirmWithMethod(way, typed)))) return onProved()
    document.getElementById(fieldId)?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <ProblemMessage problem={refusalText(problem)} />
      {way === 'password' && (
        <PasswordField
          id={fieldId}
          name={fieldId}
          label="Password"
          autoComplete="current-password"
          error={missing}
        />
      )}
      {way === 'app' && (
        <CodeField id={fieldId} name={fieldId} label="Code from your authenticator app" error={missing} />
      )}
      {way === 'passkey' && <p>Your browser asks for your fingerprint, your face or your device’s PIN.</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} id={way === 'passkey' ? fieldId : undefined}>
          {way === 'passkey' ? 'Use a passkey' : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}

function isMissing(way: ConfirmationMethod, typed: string): boolean {
  if (way === 'app') return codeDigits(typed).length !== 6
  return way === 'password' && typed === ''
}

async function confirmWithMethod(way: ConfirmationMethod, typed: string): Promise<void> {
  if (way === 'password') await api.identity.confirm({ by: way, password: typed })
  else if (way === 'app') await api.identity.confirm({ by: way, code: codeDigits(typed) })
  else {
    const { options } = await api.identity.passkeyOptions({})
    await api.identity.confirm({ by: way, response: await requestPasskey(options) })
  }
}
