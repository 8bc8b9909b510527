import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Practice } from './signing-api.ts'

type PracticeDetails = Pick<Practice, 'name' | 'phone'> & Partial<Practice>

type PracticeState = {
  practice: PracticeDetails | undefined
  setPractice: (practice: PracticeDetails) => void
}

const PracticeContext = createContext<PracticeState>({ practice: undefined, setPractice: () => {} })

/** Holds whose practice the pages are from, once that is known; never anything about the patient. */
export function PracticeProvider({ children }: { children: ReactNode }) {
  const [practice, setPractice] = useState<PracticeDetails>()
  useEffect(
    () => document.documentElement.style.setProperty('--color-brand', practice?.colour ?? null),
    [practice],
  )
  const value = useMemo(() => ({ practice, setPractice }), [practice])
  return <PracticeContext value={value}>{children}</PracticeContext>
}

/** Whose practice the pages are from, and how to say so. */
export const usePractice = () => useContext(PracticeContext)
