import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import locked from '../../../build/content/page.locked.json'
import { LockScreen } from '../../features/account/lock-screen.tsx'
import { startAfresh } from '../../features/identity/fresh-start.ts'
import { homeOf } from '../../features/identity/guard-rules.ts'
import { loginPath, safeReturnPath } from '../../features/identity/return-path.ts'
import { thisSession } from '../../features/identity/this-session.ts'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/locked', locked)

export default function Locked() {
  const [search] = useSearchParams()
  const wanted = safeReturnPath(search.get('to'))
  const signInHref = wanted === null ? '/login' : loginPath(wanted)

  /** Where the browser is open by now, through another tab perhaps, this one goes on as well. */
  async function goOnWhereOpen(otherwise?: string) {
    const { step, user } = await thisSession.load()
    if (step === 'open' && user) location.assign(wanted ?? homeOf(user.role))
    else if (otherwise !== undefined) location.assign(otherwise)
  }
  useOnReturn(() => void goOnWhereOpen().catch(() => {}))
  return (
    <LockScreen
      signInHref={signInHref}
      onUnlocked={(step) => startAfresh(step, wanted)}
      onNobody={() => goOnWhereOpen(signInHref)}
    />
  )
}

/** Calls back each time somebody comes back to this tab. */
function useOnReturn(act: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
