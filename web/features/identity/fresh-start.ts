import { useRevalidator } from 'react-router'
import type { SignInStep } from '../../../contract/identity.ts'
import { homeOf } from './guard-rules.ts'
import { forgetPatient } from './private-storage.ts'
import { loginPath } from './return-path.ts'
import { tellOtherTabs, thisSession } from './this-session.ts'

/**
 * Goes on after the session became another: of somebody else, for another clinic, or nobody's (`null`). Loaded afresh,
 * so that nothing of the one before stays in memory, nor of a patient who had this browser in hand. What is still owed the sign-in page asks for.
 */
export function startAfresh(now: SignInStep | null, wanted: string | null = null): void {
  forgetPatient()
  thisSession.forget()
  tellOtherTabs()
  const entrance = wanted === null ? '/login' : loginPath(wanted)
  const home = now?.step === 'open' && now.user ? homeOf(now.user.role) : null
  location.assign(home === null ? entrance : (wanted ?? home))
}

/** Fetches the page and the session anew after a person changed their own account: the sidebar shows it too. */
export function useFreshPage(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return async () => {
    thisSession.forget()
    await revalidate()
  }
}
