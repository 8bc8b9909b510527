import { Suspense, useEffect } from 'react'
import { screenLockOverlay, useSessionUser } from '../identity/index.ts'
import { api } from '../../api.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { useIdleState } from './use-idle-state.ts'

const AlertDialog = lazyPart(async () => ({
  default: (await import('../../ui/alert-dialog.tsx')).AlertDialog,
}))

/** Locks a browser that nobody uses any more, after a warning. */
export function IdleLock() {
  const { idleMinutes } = useSessionUser()
  const { idleness, stay } = useIdleState(idleMinutes, extendSession)
  const isDue = idleness.state === 'due'
  useEffect(() => void (isDue && screenLockOverlay.show()), [isDue])
  if (idleness.state !== 'warned') return null
  return (
    <Suspense>
      <AlertDialog
        open
        onAnswer={stay}
        title="Are you still there?"
        text={`No activity for a while. The screen locks in ${formatSeconds(idleness.secondsLeft)}; your unsaved work is kept.`}
        ok="Stay signed in"
      />
    </Suspense>
  )
}

/** Any call of the person's own keeps the session awake on the server; a failed one is made again at the next use. */
const extendSession = () => void api.account.get({}).catch(() => {})

const formatSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
