import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { normalizeEmail } from './account-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accountRefusal } from './identity-rules.ts'
import { findEmailByUsername, findStaffOfAccount } from './identity-store.ts'
import { pinRefusal } from './session-pin.ts'
import { createSignInLimiter, unknownEmail } from './sign-in-handlers.ts'

type Proof = { by: 'pin'; pin: string } | { by: 'password'; password: string }

/** A second member of staff who attests a record on the browser of the first, without signing in there. */
export function colleagueAttestationHandlers(deps: IdentityDeps) {
  const { accounts, auth, database, colleagueAttestations, signInMethods } = deps
  const guesses = createSignInLimiter(deps)

  /** The active staff record of an account in this clinic; undefined where it has none, or may not sign in. */
  async function colleagueOf(userId: string | undefined, clinicId: string | null) {
    const [holder, records] = await Promise.all([
      userId === undefined ? undefined : accounts.find(userId),
      findStaffOfAccount(database, userId ?? ''),
    ])
    const staff = records.find((record) => record.clinicId === clinicId)
    if (!holder || !staff) return undefined
    const { isActive: userActive, platformRole } = holder
    return accountRefusal({ userActive, platformRole, staff }) === null ? staff : undefined
  }

  /** Why the proof is not that of the account; the same work where nobody has the login. */
  async function proofRefusal(
    proof: Proof,
    { email, userId, browser }: { email: string; userId: string | undefined; browser: string },
  ) {
    if (proof.by === 'password')
      return (await accounts.hasPassword(email, proof.password)) && signInMethods.password
        ? null
        : 'wrong-credential'
    const refused = await pinRefusal(deps, {
      userId: userId ?? email,
      pin: proof.pin,
      browser: [browser, userId ?? email],
    })
    if (refused === null) return null
    return refused === 'wrong-pin' ? 'wrong-credential' : 'too-many-requests'
  }

  return {
    attest: handle(contract.identity.attest, async (scope, { login, proof, requestKey }, answering) => {
      const { clinicId, staffId: requestedBy, now, visit } = scope
      const typed = login.toLowerCase()
      const known = typed.includes('@') ? normalizeEmail(login) : await findEmailByUsername(auth.db, typed)
      const email = known ?? unknownEmail
      const userId = (await accounts.ofEmail(email))?.id
      if (userId === scope.userId) return refuse('own-attestation')
      const guess = { login: known ?? typed, userId: userId ?? null, visit, now }
      const [counted, staff] = await Promise.all([
        guesses.count(guess, answering),
        colleagueOf(userId, clinicId),
      ])
      if (!counted) return refuse('too-many-requests')
      const refused = await proofRefusal(proof, { email, userId, browser: visit.sessionId })
      if (refused) return refuse(refused)
      if (!staff || !clinicId || !requestedBy) return refuse('wrong-credential')
      await guesses.forgive(counted)
      const { staffId } = staff
      const attestation = { clinicId, staffId, requestedBy, requestKey, by: proof.by }
      const token = colleagueAttestations.issue(attestation, now)
      return { answer: { token }, subject: staffId, details: { by: proof.by } }
    }),
  }
}
