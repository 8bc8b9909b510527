import type { Answering } from '../../platform/http/operations.ts'
import { endResetLinks } from './account-message-store.ts'
import {
  changePasswordHash,
  changePhone,
  deleteAccount,
  endOwnSession,
  passwordHashOf,
  unlockWaysOf,
} from './identity-account-store.ts'
import type { IdentityParts } from './identity-parts.ts'
import { byOf, mustHaveSecondFactor, type AccountFacts, type StaffFacts } from './identity-rules.ts'
import { endSessionsOf, renewSession, staffOfAccount } from './identity-store.ts'
import { hashPassword } from './password.ts'
import { takePhoneCode } from './phone-proof.ts'
import { phoneNumberOf, phoneRefusal } from './phone-rules.ts'
import { ownWays } from './own-ways.ts'
import { secondsUntil } from './session-cookie.ts'
import { isTooSimple } from './session-pin.ts'
import { faultOfProof, type OwnProof } from './session-proof.ts'

/** What the owner of an account does with it, and how it is shown to be theirs. */
export function ownAccount(parts: IdentityParts) {
  const { auth, accounts, cookies, database, readSession } = parts
  const { db } = auth
  return {
    ...ownWays(parts),
    byOf,
    isTooSimple,
    phoneNumberOf,
    phoneRefusal,
    /** The staff records of the account in all its clinics. */
    records: (userId: string): Promise<StaffFacts[]> => staffOfAccount(database, userId),
    /** Whether the platform, or a clinic where they work, asks for a second factor. */
    needsSecondFactor: (
      { platformRole }: Pick<AccountFacts, 'platformRole'>,
      records: readonly StaffFacts[],
    ) =>
      mustHaveSecondFactor({ platformRole, staff: null }) ||
      records.some(
        (staff) => staff.staffStatus === 'active' && mustHaveSecondFactor({ platformRole, staff }),
      ),
    waysToProve: async (userId: string) => ({
      hasPassword: (await passwordHashOf(db, userId)) !== null,
      ...(await unlockWaysOf(db, userId)),
    }),
    faultOfProof: <P extends OwnProof>(
      userId: string,
      proof: P,
      asked: { answering: Answering; now: Date },
    ) => faultOfProof(parts, userId, proof, asked),
    /** Links to set a password that were sent before lead nowhere afterwards. */
    async setPassword(userId: string, password: string, now: Date): Promise<void> {
      await changePasswordHash(db, userId, await hashPassword(password), now)
      await endResetLinks(db, userId)
    },
    endResetLinks: (userId: string) => endResetLinks(db, userId),
    setPin: async (userId: string, pin: string | null) =>
      accounts.change(userId, { pinHash: pin === null ? null : await hashPassword(pin) }),
    takePhoneCode: (phone: string, code: string) =>
      takePhoneCode(auth, { purpose: 'phone-change', phone }, code),
    /** False when another account has the number. */
    setPhone: (userId: string, phone: string | null, now: Date) => changePhone(db, userId, phone, now),
    endSession: (userId: string, sessionId: string) => endOwnSession(db, userId, sessionId),
    endOtherSessions: (userId: string, sessionId: string) => endSessionsOf(db, userId, sessionId),
    remove: (userId: string) => deleteAccount(db, userId),
    /** Gives the session of this browser a new token: what it may do, or what it takes to open it, has changed. */
    async renewSession(answering: Answering, now: Date): Promise<void> {
      const session = await readSession(answering.cookie)
      const token = session && (await renewSession(db, session.token, {}))
      if (!session || !token) return
      answering.setCookie(cookies.setSession(token, secondsUntil(session.expiresAt, now)))
    },
    /** Takes the session from this browser, once it has ended. */
    forgetSession: (answering: Answering) => answering.setCookie(cookies.endSession()),
  }
}
