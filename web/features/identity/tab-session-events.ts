import type { SessionUser } from '../../../contract/identity.ts'
import { signInPathFor, type SessionResponse } from './guard-rules.ts'

/** What a tab does when another one changed the session: nothing, begin afresh, or go elsewhere. */
type TabAction = 'stay' | 'reload' | { to: string }

/** The person this tab shows, the session as it is now, and the place this tab stands at. */
export function tabActionAfterSessionEvent(
  shown: SessionUser | null,
  now: SessionResponse,
  location: string,
): TabAction {
  if (!shown) return 'stay'
  if (!now.user || now.step !== 'open') return { to: signInPathFor(now.step, location) }
  // Another person, or another clinic: nothing of the one before may stay on the screen.
  const same = now.user.uid === shown.uid && now.user.clinicId === shown.clinicId
  return same ? 'stay' : 'reload'
}
