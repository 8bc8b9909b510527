import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lockSession, returnPathState, useSessionUser } from '../identity/index.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { LockScreen } from './lock-screen.tsx'

/**
 * The lock screen over the page: what was shown is out of sight at once, even without a connection, and what was typed
 * is there when the same person is back. Anybody else begins afresh.
 */
export function LockOverlay() {
  const person = useSessionUser()
  const cover = useRef<HTMLDialogElement>(null)
  const { busy, problem, run } = useTask()
  const [isLocked, setLocked] = useState(false)
  const lock = () => void run(async () => setLocked(await fetchLockState()))
  const begin = useEffectEvent(lock)
  useEffect(() => {
    cover.current?.showModal()
    begin()
  }, [])

  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') returnPathState.whereOpen(person).catch(() => {})
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [])
  return (
    <dialog
      ref={cover}
      {...{ closedby: 'none' }}
      data-cover=""
      aria-label="This computer is locked"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto border-0 bg-paper p-0"
    >
      {problem && (
        <div className="grid min-h-full place-items-center p-6">
          <ProblemMessage problem={problem} title="Screen not locked">
            <Button busy={busy} size="small" className="mt-3" onClick={lock}>
              Try again
            </Button>
          </ProblemMessage>
        </div>
      )}
      {!problem && !isLocked && (
        <div className="grid min-h-full place-items-center p-6">
          <Spinner size="large" message="Locking the screen" />
        </div>
      )}
      {isLocked && (
        <LockScreen
          signInHref={returnPathState.signInPath()}
          onUnlocked={(step) => {
            if (!returnPathState.as(person, step)) returnPathState.anew(step)
          }}
          onNoPeople={async () => {
            if (!(await returnPathState.whereOpen(person))) returnPathState.anew(null)
          }}
        />
      )}
    </dialog>
  )
}

/** A session that has ended, or that another tab has locked, cannot be locked again: the lock screen finds out. */
async function fetchLockState(): Promise<true> {
  try {
    await lockSession()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
  }
  return true
}
