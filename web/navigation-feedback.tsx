import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  ScrollRestoration,
  UNSAFE_DataRouterStateContext as StateContext,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigation,
} from 'react-router'
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

/**
 * The router's own scrolling, told of a new page once that is there: Preact draws the page after the parts that know
 * its address, and a place in a page that is still to come cannot be scrolled to.
 */
export function ScrollOnceDrawn() {
  const state = useContext(StateContext)
  const location = useContext(LocationContext)
  const [drawn, setDrawn] = useState({ state, location })
  useEffect(() => setDrawn({ state, location }), [state, location])
  return (
    <StateContext value={drawn.state}>
      <LocationContext value={drawn.location}>
        <ScrollRestoration />
      </LocationContext>
    </StateContext>
  )
}
