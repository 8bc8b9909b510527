import type { HttpContext } from '../../platform/http/operations.ts'
import { revokeResetLinks } from './account-message-store.ts'
import {
  updatePasswordHash,
  updatePhone,
  deleteAccount,
  endOwnSession,
  findPasswordHash,
  findUnlockMethods,
} from './identity-account-store.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { factorDemandOf, mayGiveUp, type SecondFactor } from './second-factor-rules.ts'
import type { AccountRecord } from './identity-accounts.ts'
import { actorOfAccount, type AccountFacts, type StaffFacts } from './identity-rules.ts'
import { endSessionsOfUser, renewSession, findStaffOfAccount } from './identity-store.ts'
import { hashPassword } from './password.ts'
import { consumePhoneCode } from './phone-verification.ts'
import { parsePhoneNumber, phoneRefusal } from './phone-rules.ts'
import { passkeyCount } from './passkey-store.ts'
import { linkedSignInMethods } from './linked-sign-in-methods.ts'
import { secondsUntil } from './session-cookie.ts'
import { isPinTooSimple } from './session-pin.ts'
import { verifyStepUpProof, type StepUpProof } from './step-up-proof.ts'

/** What the owner of an account does with it, and how it is shown to be theirs. */
export function accountOperations(deps: IdentityDeps) {
  const { auth, accounts, cookies, database, readSession, secondFactors, adminsNeedPasskey } = deps
  const { db } = auth
  /** What is asked of a person by the platform, and by each clinic where they work. */
  const demandsOf = (
    { platformRole }: Pick<AccountFacts, 'platformRole'>,
    records: readonly StaffFacts[],
    now: Date,
  ) =>
    [null, ...records.filter(({ staffStatus }) => staffStatus === 'active')].map((staff) =>
      factorDemandOf({ platformRole, staff }, { now, adminsNeedPasskey }),
    )
  return {
    ...linkedSignInMethods(deps),
    byOf: actorOfAccount,
    isTooSimple: isPinTooSimple,
    phoneNumberOf: parsePhoneNumber,
    phoneRefusal,
    /** The staff records of the account in all its clinics. */
    records: (userId: string): Promise<StaffFacts[]> => findStaffOfAccount(database, userId),
    /** Whether the platform, or a clinic where they work, asks for a second factor. */
    needsSecondFactor: (
      person: Pick<AccountFacts, 'platformRole'>,
      records: readonly StaffFacts[],
      now: Date,
    ) => demandsOf(person, records, now).some((demand) => demand !== 'own'),
    /** Whether giving this one up leaves what the platform and every clinic asks for. */
    mayGiveUp: async (
      factor: SecondFactor,
      account: AccountRecord,
      records: readonly StaffFacts[],
      now: Date,
    ) => {
      const held = await secondFactors.held(account.id)
      const isLast = factor === 'app' || (await passkeyCount(db, account.id)) === 1
      return !isLast || demandsOf(account, records, now).every((demand) => mayGiveUp(factor, demand, held))
    },
    waysToProve: async (userId: string) => ({
      hasPassword: (await findPasswordHash(db, userId)) !== null,
      ...(await findUnlockMethods(db, userId)),
    }),
    faultOfProof: <P extends StepUpProof>(
      userId: string,
      proof: P,
      asked: { answering: HttpContext; now: Date },
    ) => verifyStepUpProof(deps, userId, proof, asked),
    /** Links to set a password that were sent before lead nowhere afterwards. */
    async setPassword(userId: string, password: string, now: Date): Promise<void> {
      await updatePasswordHash(db, userId, await hashPassword(password), now)
      await revokeResetLinks(db, userId)
    },
    endResetLinks: (userId: string) => revokeResetLinks(db, userId),
    setPin: async (userId: string, pin: string | null) =>
      accounts.change(userId, { pinHash: pin === null ? null : await hashPassword(pin) }),
    takePhoneCode: (userId: string, phone: string, code: string) =>
      consumePhoneCode(auth, { purpose: 'phone-change', phone, requester: userId }, code),
    /** False when another account has the number. */
    setPhone: (userId: string, phone: string | null, now: Date) => updatePhone(db, userId, phone, now),
    endSession: (userId: string, sessionId: string) => endOwnSession(db, userId, sessionId),
    endOtherSessions: (userId: string, sessionId: string) => endSessionsOfUser(db, userId, sessionId),
    remove: (userId: string) => deleteAccount(db, userId),
    /** Gives the session of this browser a new token: what it may do, or what it takes to open it, has changed. */
    async renewSession(answering: HttpContext, now: Date): Promise<void> {
      const session = await readSession(answering.cookie)
      const token = session && (await renewSession(db, session.token, {}))
      if (!session || !token) return
      answering.setCookie(cookies.setSession(token, secondsUntil(session.expiresAt, now)))
    },
    /** Takes the session from this browser, once it has ended. */
    forgetSession: (answering: HttpContext) => answering.setCookie(cookies.endSession()),
  }
}
