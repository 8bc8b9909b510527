import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { fieldErrorWhere, SignInFrame, trimmedFieldValue, useFormTask } from '../identity/index.ts'
import { api, ApiError, type Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { PasswordField } from '../../ui/plain/password-field.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'

type SetupStatus = Awaited<ReturnType<Api['setup']['status']>>

/** Whoever came through the gate: what is known of the platform, and the context that their calls need. */
export type SetupKey = SetupStatus & { context: { setupToken?: string } }

type SetupGateProps = {
  title: string
  /** Where a super administrator signs in to come back here. */
  signInHref?: string
  children: (key: SetupKey) => ReactNode
}

/**
 * Shows nothing to anybody without the one-time set-up token or a super administrator's session. The token stays in
 * the memory of this page alone.
 */
export function SetupGate({ title, signInHref = signInPath(), children }: SetupGateProps) {
  const [key, setKey] = useState<SetupKey | null>()
  useEffect(() => {
    let left = false
    // A super administrator is let in by their session; whatever else happens, the token is asked for.
    api.setup.status({}).then(
      (status) => left || setKey({ ...status, context: {} }),
      () => left || setKey(null),
    )
    return () => {
      left = true
    }
  }, [])
  if (key === undefined) return <Spinner size="large" />
  if (key === null) return <TokenForm title={title} signInHref={signInHref} onOpened={setKey} />
  return children(key)
}

const refusedText = 'The set-up token is not valid. Check it, or it may already have been used.'

/** The administrators' sign-in, which leads back to this page. */
const signInPath = () => (typeof location === 'undefined' ? '' : `/admin-login?to=${location.pathname}`)

type TokenFormProps = { title: string; signInHref: string; onOpened: (key: SetupKey) => void }

function TokenForm({ title, signInHref, onOpened }: TokenFormProps) {
  const { busy, problems, send } = useFormTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const setupToken = trimmedFieldValue(event.currentTarget, 'setupToken')
    const missing = fieldErrorWhere(setupToken === '', 'setupToken', 'Enter the set-up token')
    await send(missing, () => open(setupToken))
  }
  async function open(setupToken: string) {
    const context = { setupToken }
    try {
      onOpened({ ...(await api.setup.status({}, { context })), context })
    } catch (error) {
      throw isRefused(error) ? new Error(refusedText) : error
    }
  }
  return (
    <SignInFrame
      title={title}
      lead="The set-up token is printed in the server’s output at start, and works once."
      after={
        <Link href={signInHref} className="text-link inline-block py-1 font-medium">
          Sign in as super administrator instead
        </Link>
      }
    >
      <form method="post" noValidate onSubmit={submit}>
        <ErrorSummary errors={problems} className="mb-6" />
        <PasswordField
          id="setupToken"
          name="setupToken"
          label="Set-up token"
          autoComplete="off"
          error={errorOf(problems, 'setupToken')}
        />
        <Button type="submit" busy={busy} size="large" className="mt-6 w-full">
          Continue
        </Button>
      </form>
    </SignInFrame>
  )
}

/** Whatever is wrong with a token is told alike. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && ['unauthenticated', 'permission-denied', 'not-found'].includes(error.code)
