import { useEffect } from 'react'
import type { SessionUser, SignInStep } from '../../../contract/identity.ts'
import { api, signedOutEvents } from '../../api.ts'
import { reloadForNewSession } from './session-reload.ts'
import type { SessionResponse } from './guard-rules.ts'
import { lockedPath, otherSignInPath } from './return-path.ts'
import { screenLockOverlay } from './screen-lock-overlay.ts'
import { notifyOtherTabs, tabSession } from './tab-session.ts'

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
  notifyOtherTabs()
}

/** Leaves this page for the lock screen: the browser is locked already. */
function showLockScreen(to?: string): void {
  tabSession.clear()
  location.assign(to === undefined ? '/locked' : lockedPath(to))
}

/**
 * Leaves this page for a patient's, after the server has locked this browser to it; the other tabs follow to the lock
 * screen. Should the browser bring this page back as it was, it begins afresh and finds the lock.
 */
export function startKioskSession(path: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  tabSession.clear()
  notifyOtherTabs()
  location.replace(path)
}

/** Shows the lock screen when a call finds that the browser has been locked meanwhile, out of this tab's sight. */
export function useLockWatch(): void {
  useEffect(() => {
    const stop = new AbortController()
    async function look() {
      const { pathname, search } = location
      tabSession.clear()
      const found = await tabSession.load().catch(() => undefined)
      if (found?.step !== 'locked' || stop.signal.aborted || screenLockOverlay.show()) return
      showLockScreen(pathname + search)
    }
    signedOutEvents.addEventListener('signed-out', () => void look(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

type Person = Pick<SessionUser, 'uid' | 'clinicId'>
const currentPath = () => location.pathname + location.search + location.hash

/** How somebody goes on from the lock screen that lies over a page of `person`. */
export const returnPathState = {
  /** Lifts the cover where the session is open and the same person's; answers whether it was. */
  as(person: Person, { step, user }: Pick<SessionResponse, 'user'> & { step: string }): boolean {
    const isSame = step === 'open' && user?.uid === person.uid && user.clinicId === person.clinicId
    if (!isSame || !user) return false
    tabSession.remember(user)
    screenLockOverlay.hide()
    return true
  },
  /** Asks the server whether the browser is open again, through another tab perhaps. */
  async whereOpen(person: Person): Promise<boolean> {
    tabSession.clear()
    return this.as(person, await tabSession.load())
  },
  /** Leaves the page for whoever is in front of the browser now. */
  anew: (step: SignInStep | null) => reloadForNewSession(step, currentPath()),
  signInPath: () => otherSignInPath(currentPath()),
}
