import { api } from '../../api.ts'
import { closeDrafts, deleteDrafts } from './user-drafts.ts'
import { clearPrivateStorage } from './private-storage.ts'
import { screenLockOverlay } from './screen-lock-overlay.ts'
import { Session } from './session.ts'
import { tabActionAfterSessionEvent } from './tab-session-events.ts'

/** The session of this tab. */
export const tabSession = new Session(
  () => api.identity.session({}),
  () => {
    clearPrivateStorage()
    closeDrafts()
  },
)

/** Pages are drawn beforehand where there are no tabs. */
const tabChannel = typeof document === 'undefined' ? undefined : new BroadcastChannel('candour.session')

/** Says to the other tabs of this browser that the session is another now: begun, ended, locked, changed. */
export function notifyOtherTabs(what: 'changed' | 'signed-out' = 'changed'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  tabChannel?.postMessage(what)
}

let isFollowing = false

/** From now on this tab follows what others tell: it asks the server and never believes the message alone. */
export function subscribeToOtherTabs(): void {
  if (isFollowing) return
  isFollowing = true
  tabChannel?.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') deleteDrafts()
    void handleTabEvent()
  })
}

async function handleTabEvent(): Promise<void> {
  const shown = tabSession.current()
  tabSession.clear()
  // What cannot be asked now is asked at the next step.
  const now = await tabSession.load().catch(() => undefined)
  if (now?.step === 'locked' && shown && screenLockOverlay.show()) return
  const move = now
    ? tabActionAfterSessionEvent(shown, now, location.pathname + location.search + location.hash)
    : 'stay'
  if (move === 'reload') location.reload()
  else if (move !== 'stay') location.replace(move.to)
}

/** Ends the session, then loads the sign-in page afresh, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await api.identity.signOut({})
  clearPrivateStorage()
  deleteDrafts()
  tabSession.clear()
  notifyOtherTabs('signed-out')
  location.assign('/login')
}
