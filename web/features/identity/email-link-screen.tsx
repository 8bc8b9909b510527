import { useState } from 'react'
import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { LinkAction } from './link-action.tsx'
import { loginPath } from './return-path.ts'
import { SignInScreen } from './sign-in-screen.tsx'
import { useLinkToken } from './use-link-token.ts'

type EmailLinkScreenProps = { to: string | null; onDone: (user: SessionUser) => void }

/** Signing in with a link from an e-mail; a second factor that is owed follows on the same page. */
export function EmailLinkScreen({ to, onDone }: EmailLinkScreenProps) {
  const token = useLinkToken()
  const [isThrough, setThrough] = useState(false)
  if (isThrough)
    return <SignInScreen title="Sign In" lead={null} withProviders to={to} waits onDone={onDone} />
  return (
    <LinkAction
      token={token}
      title="Sign In"
      lead="This link signs you in once, on this device."
      button="Sign In"
      newLink={{ href: to ? loginPath(to) : '/login', ask: 'Ask for a new link' }}
      onPress={async (token) => {
        await api.identity.openEmailLink({ token })
        setThrough(true)
      }}
    />
  )
}
