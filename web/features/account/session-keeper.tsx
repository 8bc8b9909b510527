import { Suspense, useSyncExternalStore } from 'react'
import { screenCover, useLockWatch } from '../identity/index.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { IdentityConfirmation } from './identity-confirmation.tsx'
import { IdleLock } from './idle-lock.tsx'

const LockCover = lazyPart(async () => ({ default: (await import('./lock-cover.tsx')).LockCover }))

/** What watches over an open session: locks it when nobody uses it, and asks for a fresh proof before dangerous acts. */
export function SessionKeeper({ onSignInAgain }: { onSignInAgain: () => void }) {
  useLockWatch()
  const isCovered = useSyncExternalStore(screenCover.subscribe, screenCover.isLaid, () => false)
  return (
    <>
      <IdentityConfirmation onSignInAgain={onSignInAgain} />
      {isCovered ? (
        <Suspense fallback={<div className="fixed inset-0 z-60 bg-paper" />}>
          <LockCover />
        </Suspense>
      ) : (
        <IdleLock />
      )}
    </>
  )
}
