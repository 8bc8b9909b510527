import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { chunk_load_seconds_max } from '../contract/limits.ts'
import { chunkTooLate } from './ui/plain/lazy-part.ts'
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

/** Throws once a page has taken longer than its scripts may, so that the error screen offers to reload. */
export function useChunkTimeout(): void {
  const { state } = useNavigation()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setLate(true), chunk_load_seconds_max * 1000)
    return () => clearTimeout(timer)
  }, [state])
  if (late) throw chunkTooLate()
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
