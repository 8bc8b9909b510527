import { useRevalidator } from 'react-router'
import type { SignInStep } from '../../../contract/identity.ts'
import { homePathOf } from './guard-rules.ts'
import { clearPatientStorage } from './private-storage.ts'
import { loginPath } from './return-path.ts'
import { notifyOtherTabs, tabSession } from './tab-session.ts'

/**
 * Goes on after the session became another: of somebody else, for another clinic, or nobody's (`null`). Loaded afresh,
 * so that nothing of the one before stays in memory, nor of a patient who had this browser in hand. What is still owed the sign-in page asks for.
 */
export function reloadForNewSession(now: SignInStep | null, wanted: string | null = null): void {
  clearPatientStorage()
  tabSession.clear()
  notifyOtherTabs()
  const entrance = wanted === null ? '/login' : loginPath(wanted)
  const home = now?.step === 'open' && now.user ? homePathOf(now.user.role) : null
  location.assign(home === null ? entrance : (wanted ?? home))
}

/** Fetches the page and the session anew after a person changed their own account: the sidebar shows it too. */
export function useReloadSession(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return async () => {
    tabSession.clear()
    await revalidate()
  }
}
