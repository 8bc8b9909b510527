import { Suspense, useSyncExternalStore } from 'react'
import { screenLockOverlay, useLockWatch } from '../identity/index.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { IdentityConfirmation } from './identity-confirmation.tsx'
import { IdleLock } from './idle-lock.tsx'

const LockOverlay = lazyPart(async () => ({ default: (await import('./lock-overlay.tsx')).LockOverlay }))

/** What watches over an open session: locks it when nobody uses it, and asks for a fresh proof before dangerous acts. */
export function SessionMonitor({ onSignInAgain }: { onSignInAgain: () => void }) {
  useLockWatch()
  const isCovered = useSyncExternalStore(screenLockOverlay.subscribe, screenLockOverlay.isLaid, () => false)
  return (
    <>
      <IdentityConfirmation onSignInAgain={onSignInAgain} />
      {isCovered ? (
        <Suspense fallback={<div className="fixed inset-0 z-60 bg-paper" />}>
          <LockOverlay />
        </Suspense>
      ) : (
        <IdleLock />
      )}
    </>
  )
}
