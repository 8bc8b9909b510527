import { api } from '../../api.ts'
import { closeDrafts, forgetDrafts } from './own-drafts.ts'
import { forgetPrivate } from './private-storage.ts'
import { screenCover } from './screen-cover.ts'
import { Session } from './session.ts'
import { moveAfterNews } from './tab-news.ts'

/** The session of this tab. */
export const thisSession = new Session(
  () => api.identity.session({}),
  () => {
    forgetPrivate()
    closeDrafts()
  },
)

/** Pages are drawn beforehand where there are no tabs. */
const tabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('candour.session')

/** Says to the other tabs of this browser that the session is another now: begun, ended, locked, changed. */
export function tellOtherTabs(what: 'changed' | 'signed-out' = 'changed'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  tabs?.postMessage(what)
}

let following = false

/** From now on this tab follows what others tell: it asks the server and never believes the message alone. */
export function followOtherTabs(): void {
  if (following) return
  following = true
  tabs?.addEventListener('message', ({ data }) => {
    if (data === 'signed-out') forgetDrafts()
    void follow()
  })
}

async function follow(): Promise<void> {
  const shown = thisSession.known()
  thisSession.forget()
  // What cannot be asked now is asked at the next step.
  const now = await thisSession.load().catch(() => undefined)
  if (now?.step === 'locked' && shown && screenCover.lay()) return
  const move = now ? moveAfterNews(shown, now, location.pathname + location.search + location.hash) : 'stay'
  if (move === 'reload') location.reload()
  else if (move !== 'stay') location.replace(move.to)
}

/** Ends the session, then loads the sign-in page afresh, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await api.identity.signOut({})
  forgetPrivate()
  forgetDrafts()
  thisSession.forget()
  tellOtherTabs('signed-out')
  location.assign('/login')
}
