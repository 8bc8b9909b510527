import { useState, type FormEvent } from 'react'
import { api, type Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { fieldErrorWhere, trimmedFieldValue, useSignInTask } from './use-form-task.ts'

type Connection = Awaited<ReturnType<Api['singleSignOn']['find']>>[number]

/** Leaves for the provider of a practice or its group. */
export async function leaveForProvider(
  { connectionId, practiceId }: Pick<Connection, 'connectionId' | 'practiceId'>,
  email: string,
  to: string | null,
): Promise<void> {
  const chosen = { connectionId, ...(practiceId && { practiceId }) }
  const { url } = await api.singleSignOn.start({ ...chosen, email, ...(to && { to }) })
  window.location.assign(url)
}

/** The practice that requires its own sign-in of addresses of a domain, where there is one alone. */
export async function findRequiredConnection(email: string): Promise<Connection | null> {
  const found = await api.singleSignOn.find({ email })
  return found.length === 1 && found[0]!.isForced ? found[0]! : null
}

/** Asks for the address, and goes on to the sign-in of its practice: to choose, where several serve its domain. */
export function PracticeSignInForm({ to, onBack }: { to: string | null; onBack: () => void }) {
  const [found, setFound] = useState<{ email: string; connections: readonly Connection[] }>()
  const { busy, problems, send } = useSignInTask({ email: 'email' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = trimmedFieldValue(event.currentTarget, 'email')
    await send(fieldErrorWhere(email === '', 'email', 'Enter your e-mail address'), async () => {
      const connections = await api.singleSignOn.find({ email })
      if (connections.length === 1) return leaveForProvider(connections[0]!, email, to)
      return setFound({ email, connections })
    })
  }
  return (
    <form method="post" noValidate onSubmit={submit}>
      {found?.connections.length === 0 && (
        <InlineMessage tone="bad" role="alert" className="mb-6">
          No practice has set up single sign-on for this address. Sign in another way.
        </InlineMessage>
      )}
      <ErrorSummary errors={problems} className="mb-6" />
      <TextField
        id="email"
        name="email"
        type="email"
        label="Work e-mail address"
        autoComplete="email"
        required
        error={errorOf(problems, 'email')}
      />
      <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
        Continue
      </Button>
      {found?.connections.map((connection) => (
        <Button
          key={`${connection.connectionId} ${connection.practiceId}`}
          variant="quiet"
          size="large"
          className="mt-3 w-full"
          onClick={() => void send([], () => leaveForProvider(connection, found.email, to))}
        >
          {connection.clinicName}
        </Button>
      ))}
      <Button variant="quiet" size="large" className="mt-3 w-full" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
