import { useState, type FormEvent } from 'react'
import { requestPasskey } from '../identity/index.ts'
import type { SignInStep } from '../../../contract/identity.ts'
import { api, ApiError } from '../../api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { LockedPerson } from './lock-screen.tsx'
import { PinPad } from './pin-pad.tsx'
import { refusalText } from './refusal-text.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { validateCredential, listUnlockMethods, type UnlockMethod } from './unlock-methods.ts'

type UnlockFormProps = {
  person: LockedPerson
  onUnlocked: (step: SignInStep) => void
  /** The session is over, after too many wrong tries or too long a time; the message says so. */
  onEnded: (message: string) => void
}

const fieldId = 'proof'
const otherMethodText: Record<UnlockMethod, string> = {
  pin: 'Use my PIN instead',
  passkey: 'Use a passkey instead',
  password: 'Use my password instead',
}

/** How one person shows that it is them: PIN, passkey or password, whichever they hold. */
export function UnlockForm({ person, onUnlocked, onEnded }: UnlockFormProps) {
  const [first = 'password', ...others] = listUnlockMethods(person)
  const [way, setWay] = useState<UnlockMethod>(first)
  return (
    <>
      <Avatar name={person.name} size="huge" className="mx-auto" />
      <h2 dir="auto" className="mt-3 text-center">
        {person.name}
      </h2>
      <p dir="auto" className="mb-5 text-center text-muted">
        {person.clinicName}
      </p>
      <UnlockMethodForm key={way} person={person} way={way} onUnlocked={onUnlocked} onEnded={onEnded} />
      {others.length > 0 && (
        <div className="mt-5 flex flex-col items-center gap-1 border-t border-line pt-3">
          {[first, ...others]
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="link" onClick={() => setWay(other)}>
                {otherMethodText[other]}
              </Button>
            ))}
        </div>
      )}
    </>
  )
}

function UnlockMethodForm({ person, way, onUnlocked, onEnded }: UnlockFormProps & { way: UnlockMethod }) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState<string>()
  const { busy, problem, run } = useTask()
  useFocusOnMount(fieldId)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const lacks = validateCredential(way, typed)
    setMissing(lacks)
    if (lacks === undefined && (await run(unlock))) return
    setTyped('')
    document.getElementById(fieldId)?.focus()
  }
  async function unlock() {
    try {
      onUnlocked(
        await api.identity.unlock({ sessionId: person.sessionId, proof: await credentialFor(way, typed) }),
      )
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'user-token-expired') throw error
      onEnded(error.message)
    }
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <ProblemMessage problem={refusalText(problem)} />
      {way === 'pin' && <PinPad id={fieldId} value={typed} onChange={setTyped} error={missing} />}
      {way === 'password' && (
        <PasswordField
          id={fieldId}
          label="Password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="current-password"
          error={missing}
        />
      )}
      {way === 'passkey' && <p>Your browser asks for your fingerprint, your face or your device’s PIN.</p>}
      <Button
        type="submit"
        size="large"
        busy={busy}
        id={way === 'passkey' ? fieldId : undefined}
        className="w-full"
      >
        {way === 'passkey' ? 'Use a passkey' : 'Unlock'}
      </Button>
    </form>
  )
}

async function credentialFor(way: UnlockMethod, typed: string) {
  if (way === 'pin') return { by: way, pin: typed }
  if (way === 'password') return { by: way, password: typed }
  const { options } = await api.identity.passkeyOptions({})
  return { by: way, response: await requestPasskey(options) }
}
