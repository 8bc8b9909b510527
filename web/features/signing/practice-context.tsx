import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import type { Practice } from './signing-api.ts'

type PracticeState = { practice: Practice | undefined; setPractice: (practice: Practice) => void }

const PracticeContext = createContext<PracticeState>({ practice: undefined, setPractice: () => {} })

/** Holds whose practice the pages are from, once that is known; never anything about the patient. */
export function PracticeProvider({ children }: { children: ReactNode }) {
  const [practice, setPractice] = useState<Practice>()
  const value = useMemo(() => ({ practice, setPractice }), [practice])
  return <PracticeContext value={value}>{children}</PracticeContext>
}

/** Whose practice the pages are from, and how to say so. */
export const usePractice = () => useContext(PracticeContext)
