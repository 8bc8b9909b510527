import { api } from '../../api.ts'
import { Session } from './session.ts'

/** The session of this tab. */
export const thisSession = new Session(async () => (await api.identity.session({})).user)

/** Ends the session, then loads the sign-in page afresh, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  await api.identity.signOut({})
  thisSession.forget()
  location.assign('/login')
}
