import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { connectionLossStore } from './ui/plain/connection.ts'
import { Spinner } from './ui/plain/spinner.tsx'

/** A turning ring while the next page is on its way; quick pages never show it. */
export function NavigationSpinner() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-4 z-40 flex justify-center">
      <Spinner className="animate-late rounded-lg bg-surface p-2 shadow-pop" />
    </div>
  )
}

/** Said while the next page waits for the network; the one that is shown stays as it is. */
export function ConnectionNotice() {
  const { subscribe, isWaiting } = connectionLossStore
  const waits = useSyncExternalStore(subscribe, isWaiting, () => false)
  if (!waits) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      <p role="status" className="rounded-lg bg-surface px-4 py-3 shadow-pop">
        <span className="font-semibold">No connection.</span> This page stays open. The next one opens when
        the connection is back.
      </p>
    </div>
  )
}

/** Tells people who cannot see that the page changed: the new page's heading takes the focus. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
  }, [pathname])
}
