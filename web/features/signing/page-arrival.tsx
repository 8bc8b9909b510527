import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'

const Arrivals = createContext<RefObject<number>>({ current: 0 })

/** Counts the pages that one load of the document has shown. */
export function ArrivalProvider({ children }: { children: ReactNode }) {
  return <Arrivals value={useRef(0)}>{children}</Arrivals>
}

/**
 * Whether this page replaced another without loading. Then the browser announces nothing by itself, so the page
 * starts at its top and sends focus to its heading.
 */
export function useArrival(): boolean {
  const arrivals = useContext(Arrivals)
  const [replaced] = useState(() => arrivals.current > 0)
  useLayoutEffect(() => {
    arrivals.current += 1
    if (replaced) scrollTo(0, 0)
  }, [arrivals, replaced])
  return replaced
}
