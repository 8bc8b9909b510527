import { useLockWatch } from '../identity/index.ts'
import { IdentityConfirmation } from './identity-confirmation.tsx'
import { IdleLock } from './idle-lock.tsx'

/** What watches over an open session: locks it when nobody uses it, and asks for a fresh proof before dangerous acts. */
export function SessionKeeper({ onSignInAgain }: { onSignInAgain: () => void }) {
  useLockWatch()
  return (
    <>
      <IdentityConfirmation onSignInAgain={onSignInAgain} />
      <IdleLock />
    </>
  )
}
