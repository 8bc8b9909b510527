import { useEffect } from 'react'
import type { SessionUser, SignInStep } from '../../../contract/identity.ts'
import { api, signedOut } from '../../api.ts'
import { startAfresh } from './fresh-start.ts'
import type { SessionAnswer } from './guard-rules.ts'
import { lockedPath, loginPath } from './return-path.ts'
import { screenCover } from './screen-cover.ts'
import { tellOtherTabs, thisSession } from './this-session.ts'

/**
 * Locks this browser, and loads the lock screen afresh, so that nothing of what was shown stays in memory; the other
 * tabs follow. `to` is the place to come back to.
 */
export async function lockScreen(to?: string): Promise<void> {
  await lockSession()
  showLockScreen(to)
}

/** Locks this browser on the server, and lets the other tabs know; this page stays as it is. */
export async function lockSession(): Promise<void> {
  await api.identity.lock({})
  tellOtherTabs()
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

/** Shows the lock screen when a call finds that the browser has been locked meanwhile, out of this tab's sight. */
export function useLockWatch(): void {
  useEffect(() => {
    const stop = new AbortController()
    async function look() {
      const { pathname, search } = location
      thisSession.forget()
      const found = await thisSession.load().catch(() => undefined)
      if (found?.step !== 'locked' || stop.signal.aborted || screenCover.lay()) return
      showLockScreen(pathname + search)
    }
    signedOut.addEventListener('signed-out', () => void look(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

type Person = Pick<SessionUser, 'uid' | 'clinicId'>
const here = () => location.pathname + location.search + location.hash

/** How somebody goes on from the lock screen that lies over a page of `person`. */
export const returning = {
  /** Lifts the cover where the session is open and the same person's; answers whether it was. */
  as(person: Person, { step, user }: Pick<SessionAnswer, 'user'> & { step: string }): boolean {
    const isSame = step === 'open' && user?.uid === person.uid && user.clinicId === person.clinicId
    if (!isSame || !user) return false
    thisSession.remember(user)
    screenCover.lift()
    return true
  },
  /** Asks the server whether the browser is open again, through another tab perhaps. */
  async whereOpen(person: Person): Promise<boolean> {
    thisSession.forget()
    return this.as(person, await thisSession.load())
  },
  /** Leaves the page for whoever is in front of the browser now. */
  anew: (step: SignInStep | null) => startAfresh(step, here()),
  signInPath: () => loginPath(here()),
}
