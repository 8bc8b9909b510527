import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import locked from '../../../build/content/page.locked.json'
import { LockScreen } from '../../features/account/lock-screen.tsx'
import { reloadForNewSession } from '../../features/identity/session-reload.ts'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { loginPath, safeReturnPath } from '../../features/identity/return-path.ts'
import { tabSession } from '../../features/identity/tab-session.ts'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/locked', locked)

export default function Locked() {
  const [search] = useSearchParams()
  const returnPath = safeReturnPath(search.get('to'))
  const signInHref = returnPath === null ? '/login' : loginPath(returnPath)

  /** Where the browser is open by now, through another tab perhaps, this one goes on as well. */
  async function redirectIfUnlocked(otherwise?: string) {
    const { step, user } = await tabSession.load()
    if (step === 'open' && user) location.assign(returnPath ?? homePathOf(user.role))
    else if (otherwise !== undefined) location.assign(otherwise)
  }
  useOnTabVisible(() => void redirectIfUnlocked().catch(() => {}))
  return (
    <LockScreen
      signInHref={signInHref}
      onUnlocked={(step) => reloadForNewSession(step, returnPath)}
      onNoPeople={() => redirectIfUnlocked(signInHref)}
    />
  )
}

/** Calls back each time somebody comes back to this tab. */
function useOnTabVisible(act: () => void): void {
  const checkSession = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', checkSession)
    return () => document.removeEventListener('visibilitychange', checkSession)
  }, [])
}
