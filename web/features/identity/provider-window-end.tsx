import { useEffect } from 'react'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { notifyTicketAuthor } from './provider-channel.ts'
import type { ProviderRefusal } from './provider-refusal.ts'
import { loginPath } from './return-path.ts'
import { SignInFrame } from './sign-in-frame.tsx'

type ProviderWindowEndProps = { refusal: ProviderRefusal | null; to: string | null }

/**
 * The end of a provider's window: it tells the page that opened it, and closes. Where the browser does not let it
 * close, it says that the rest happens there, and goes on here if that page is gone.
 */
export function ProviderWindowEnd({ refusal, to }: ProviderWindowEndProps) {
  useEffect(() => {
    notifyTicketAuthor(refusal)
    window.close()
  }, [refusal])
  return (
    <SignInFrame title={refusal === null ? 'You can close this window' : 'You are not signed in'}>
      <p>{refusal === null ? 'Sign-in continues in the previous window.' : refusal.words}</p>
      <ButtonLink href={to ? loginPath(to) : '/login'} variant="quiet" size="large" className="mt-6 w-full">
        Continue in this window instead
      </ButtonLink>
    </SignInFrame>
  )
}
