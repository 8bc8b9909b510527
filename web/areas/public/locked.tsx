import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import locked from '../../../build/content/page.locked.json'
import { LockScreen } from '../../features/account/lock-screen.tsx'
import { reloadForNewSession } from '../../features/identity/session-reload.ts'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import {
  lockedPath,
  loginPath,
  otherSignInPath,
  safeReturnPath,
} from '../../features/identity/return-path.ts'
import { SignInScreen } from '../../features/identity/sign-in-screen.tsx'
import { tabSession } from '../../features/identity/tab-session.ts'
import { unlistedMeta } from '../../page-meta.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'

export const meta = () => unlistedMeta('/locked', locked)

export default function Locked() {
  const [search] = useSearchParams()
  const returnPath = safeReturnPath(search.get('to'))

  /** Where the browser is open by now, through another tab perhaps, this one goes on as well. */
  async function redirectIfUnlocked(otherwise?: string) {
    const { step, user } = await tabSession.load()
    if (step === 'open' && user) location.assign(returnPath ?? homePathOf(user.role))
    else if (otherwise !== undefined) location.assign(otherwise)
  }
  useOnTabVisible(() => void redirectIfUnlocked().catch(() => {}))
  if (search.get('sign-in') === 'other') return <OtherSignIn returnPath={returnPath} />
  return (
    <LockScreen
      signInHref={otherSignInPath(returnPath)}
      onUnlocked={(step) => reloadForNewSession(step, returnPath)}
      onNoPeople={() => redirectIfUnlocked(returnPath === null ? '/login' : loginPath(returnPath))}
    />
  )
}

/** Somebody whose session this browser does not hold signs in; a patient who holds it finds no way out. */
function OtherSignIn({ returnPath }: { returnPath: string | null }) {
  const navigate = useNavigate()
  return (
    <SignInScreen
      title="Sign in as someone else"
      lead="For staff of the practice."
      after={
        <BackLink href={returnPath === null ? '/locked' : lockedPath(returnPath)}>
          Back to the lock screen
        </BackLink>
      }
      withProviders
      isBare
      to={returnPath}
      onDone={(user) => navigate(returnPath ?? homePathOf(user.role), { replace: true })}
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
