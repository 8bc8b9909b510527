import type { z } from 'zod'
import type { AccountDiagnosis, AccountRepair } from '../../../contract/setup.ts'
import { endSessionsOfUser, type IdentityDeps } from '../identity/index.ts'
import { linkStaffToAccount } from '../staff/index.ts'

type Facts = z.infer<typeof AccountDiagnosis>

/** An account as whoever repairs it needs to see it; null when there is none. */
export async function findAccountFacts(
  { accounts, secondFactors }: IdentityDeps,
  userId: string,
): Promise<Facts | null> {
  const account = await accounts.find(userId)
  if (!account) return null
  const { app, passkey } = await secondFactors.held(userId)
  const { email, name, isActive, platformRole, emailVerified, createdAt } = account
  const records = await accounts.staffOfAddress(email)
  return {
    userId,
    email,
    name,
    isActive,
    isSuperAdmin: platformRole === 'super_admin',
    emailVerified,
    hasSecondFactor: app || passkey,
    createdAt: createdAt.toISOString(),
    staff: records.map(({ clinicName, role, status, userId: linked }) => ({
      clinicName,
      role,
      isActive: status === 'active',
      isLinked: linked === userId,
    })),
  }
}

type RepairFunction = (userId: string) => Promise<unknown>

/** What is done for each repair; doing one again changes nothing. */
export function createRepairs(deps: IdentityDeps): Record<AccountRepair, RepairFunction> {
  const { accounts, auth, devices, runJob, secondFactors } = deps
  return {
    activate: (userId) => accounts.change(userId, { isActive: true }),
    'verify-email': (userId) => accounts.change(userId, { emailVerified: true }),
    async 'link-staff'(userId) {
      const { email } = (await accounts.find(userId))!
      for (const { clinicId, staffId, userId: linked } of await accounts.staffOfAddress(email)) {
        // A record of somebody else's account is not taken from them.
        if (linked && (linked === userId || (await accounts.find(linked)))) continue
        await runJob(clinicId, (scope) => linkStaffToAccount(scope, staffId, userId))
      }
    },
    async 'remove-second-factor'(userId) {
      await secondFactors.remove(userId)
      await secondFactors.removePasskeys(userId)
      await devices.forget(userId)
      await endSessionsOfUser(auth.db, userId)
    },
    'end-sessions': (userId) => endSessionsOfUser(auth.db, userId),
  }
}
