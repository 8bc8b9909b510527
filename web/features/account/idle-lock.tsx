import { Suspense, useEffect, useEffectEvent } from 'react'
import { lockScreen, useSessionUser } from '../identity/index.ts'
import { api, ApiProblem } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useIdleness } from './use-idleness.ts'

const AlertDialog = lazyPart(async () => ({
  default: (await import('../../ui/alert-dialog.tsx')).AlertDialog,
}))

/** Locks a browser that nobody uses any more, after a warning. */
export function IdleLock() {
  const { idleMinutes } = useSessionUser()
  const { idleness, stay } = useIdleness(idleMinutes, keepAwake)
  if (idleness.state === 'due') return <LockCover />
  if (idleness.state === 'active') return null
  return (
    <Suspense>
      <AlertDialog
        open
        onAnswer={stay}
        title="Are you still there?"
        text={`Nobody has used this computer for a while. Its screen locks in ${secondsText(idleness.secondsLeft)}; what is typed and not saved is lost then.`}
        ok="Stay signed in"
      />
    </Suspense>
  )
}

/** Any call of the person's own keeps the session awake on the server; a failed one is made again at the next use. */
const keepAwake = () => void api.account.get({}).catch(() => {})

const secondsText = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)

/** Covers the page until the server has locked the session: what was shown is out of sight even without a connection. */
function LockCover() {
  const { busy, problem, run } = useTask()
  const lock = () => void run(lockOrLeave)
  const begin = useEffectEvent(lock)
  useEffect(() => begin(), [])
  return (
    <div className="fixed inset-0 z-60 grid place-items-center bg-paper p-6">
      {problem ? (
        <ProblemMessage problem={problem} title="This screen could not be locked">
          <Button busy={busy} size="small" className="mt-3" onClick={lock}>
            Try again
          </Button>
        </ProblemMessage>
      ) : (
        <Spinner size="large" message="Locking the screen" />
      )}
    </div>
  )
}

/** A session that has ended, or that another tab has locked, cannot be locked: the page begins afresh and finds out. */
async function lockOrLeave(): Promise<void> {
  try {
    await lockScreen(location.pathname + location.search + location.hash)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'unauthenticated') throw error
    location.reload()
  }
}
