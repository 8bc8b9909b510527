import { createContext, useContext, type ReactNode } from 'react'
import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag } from '../../../contract/permissions.ts'

const SessionUserContext = createContext<SessionUser | undefined>(undefined)

/** Tells everything below who is signed in; stands in the layouts behind a guard. */
export function SessionUserProvider({ user, children }: { user: SessionUser; children: ReactNode }) {
  return <SessionUserContext value={user}>{children}</SessionUserContext>
}

/** The signed-in person. Throws outside the areas behind a guard. */
export function useSessionUser(): SessionUser {
  const user = useContext(SessionUserContext)
  if (!user) throw new Error('There is no signed-in person on this page')
  return user
}

/** Whether the signed-in person holds a permission. It decides what is shown; the server decides what is done. */
export function useMay(): (wanted: Flag) => boolean {
  const { permissions } = useSessionUser()
  return (wanted) => permissions.includes(wanted)
}
