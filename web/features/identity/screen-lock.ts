import { useEffect } from 'react'
import { api, signedOut } from '../../api.ts'
import { lockedPath } from './return-path.ts'
import { tellOtherTabs, thisSession } from './this-session.ts'

/**
 * Locks this browser, and loads the lock screen afresh, so that nothing of what was shown stays in memory; the other
 * tabs follow. `to` is the place to come back to.
 */
export async function lockScreen(to?: string): Promise<void> {
  await api.identity.lock({})
  tellOtherTabs()
  showLockScreen(to)
}

/** Leaves this page for the lock screen: the browser is locked already. */
function showLockScreen(to?: string): void {
  thisSession.forget()
  location.assign(to === undefined ? '/locked' : lockedPath(to))
}

/**
 * Leaves this page for a patient's, after the server has locked this browser to it; the other tabs follow to the lock
 * screen. Should the browser bring this page back as it was, it begins afresh and finds the lock.
 */
export function leaveForPatient(path: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  thisSession.forget()
  tellOtherTabs()
  location.replace(path)
}

/** Leaves for the lock screen when a call finds that the browser has been locked meanwhile, out of this tab's sight. */
export function useLockWatch(): void {
  useEffect(() => {
    const stop = new AbortController()
    async function look() {
      const { pathname, search } = location
      thisSession.forget()
      const found = await thisSession.load().catch(() => undefined)
      if (found?.step === 'locked' && !stop.signal.aborted) showLockScreen(pathname + search)
    }
    signedOut.addEventListener('signed-out', () => void look(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}
