import { useEffect } from 'react'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { tellOpener } from './provider-channel.ts'
import { loginPath } from './return-path.ts'
import { SignInFrame } from './sign-in-frame.tsx'

type ProviderWindowEndProps = { code: string | null; to: string | null }

/**
 * The end of a provider's window: it tells the page that opened it, and closes. Where the browser does not let it
 * close, it says that the rest happens there, and goes on here if that page is gone.
 */
export function ProviderWindowEnd({ code, to }: ProviderWindowEndProps) {
  useEffect(() => {
    tellOpener(code)
    window.close()
  }, [code])
  return (
    <SignInFrame title={code === null ? 'You can close this window' : 'You are not signed in'}>
      <p>{code === null ? 'Signing in goes on in the window that you came from.' : signInMessage(code)}</p>
      <ButtonLink href={to ? loginPath(to) : '/login'} variant="quiet" size="large" className="mt-6 w-full">
        Go on in this window instead
      </ButtonLink>
    </SignInFrame>
  )
}
