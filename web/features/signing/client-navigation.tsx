import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'

const NavigationCount = createContext<RefObject<number>>({ current: 0 })

/** Counts the pages that one load of the document has shown. */
export function NavigationCountProvider({ children }: { children: ReactNode }) {
  return <NavigationCount value={useRef(0)}>{children}</NavigationCount>
}

/**
 * Whether this page replaced another without loading. Then the browser announces nothing by itself, so the page
 * starts at its top and sends focus to its heading.
 */
export function useIsClientNavigation(): boolean {
  const arrivals = useContext(NavigationCount)
  const [replaced] = useState(() => arrivals.current > 0)
  useLayoutEffect(() => {
    arrivals.current += 1
    if (replaced) scrollTo(0, 0)
  }, [arrivals, replaced])
  return replaced
}
