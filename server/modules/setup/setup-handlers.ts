import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { OptionalService, AccountRepair } from '../../../contract/setup.ts'
import { handle, type SetupScope } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { AccountTakenError, validatePassword, type IdentityDeps } from '../identity/index.ts'
import { findAccountFacts, createRepairs } from './account-repairs.ts'
import { findUnconfiguredServices } from './saved-services.ts'

/** Uses the token up, where one let them in; false when somebody else did meanwhile. */
export const createTokenConsumer =
  ({ setupTokens }: Pick<IdentityDeps, 'setupTokens'>) =>
  async ({ tokenHash }: SetupScope): Promise<boolean> =>
    tokenHash === null || setupTokens.spend(tokenHash)

/** The operations of `contract/setup.ts`: each thing done by the one-time token uses the token up. */
export function setupHandlers(deps: IdentityDeps & { unconfigured: OptionalService[] }) {
  const { accounts, passwordPolicy, unconfigured } = deps
  const repair = createRepairs(deps)
  const consumeToken = createTokenConsumer(deps)

  return {
    unconfigured: handle(contract.setup.unconfigured, async (scope) => ({
      answer: { missing: await findUnconfiguredServices(scope, unconfigured) },
    })),

    status: handle(contract.setup.status, async ({ tokenHash }) => ({
      answer: { hasSuperAdmin: (await accounts.countSuperAdmins()) > 0, byToken: tokenHash !== null },
    })),

    makeSuperAdmin: handle(contract.setup.makeSuperAdmin, async (scope, { name, email: typed, password }) => {
      const email = typed.toLowerCase()
      // A second one is made by the first, who is signed in: a token alone is for a platform without any.
      if (scope.tokenHash !== null && (await accounts.countSuperAdmins()) > 0)
        return refuse('has-super-admin')
      const faults = await validatePassword(passwordPolicy, password, [name, email])
      if (faults.length > 0) return refuse('weak-password', { faults })
      if (await accounts.ofEmail(email)) return refuse('email-already-in-use')
      if (!(await consumeToken(scope))) return refuse('token-spent')
      const id = randomUUID()
      try {
        const account = { email, name, password, username: null, clinicId: null }
        await accounts.insert(id, { ...account, platformRole: 'super_admin' })
      } catch (error) {
        if (error instanceof AccountTakenError) return refuse('email-already-in-use')
        throw error
      }
      return { answer: { email }, subject: id }
    }),

    findUser: handle(contract.setup.findUser, async (_scope, { email }) => {
      const account = await accounts.ofEmail(email.toLowerCase())
      const facts = account && (await findAccountFacts(deps, account.id))
      return facts ? { answer: facts, subject: facts.userId } : refuse('user-not-found')
    }),

    fixUser: handle(contract.setup.fixUser, async (scope, { userId, repairs }) => {
      if (!(await findAccountFacts(deps, userId))) return refuse('user-not-found')
      if (!(await consumeToken(scope))) return refuse('token-spent')
      for (const wanted of new Set<AccountRepair>(repairs)) await repair[wanted](userId)
      return { answer: (await findAccountFacts(deps, userId))!, subject: userId, details: { repairs } }
    }),

    reactivateSuperAdmin: handle(contract.setup.reactivateSuperAdmin, async (scope, { email }) => {
      const account = await accounts.ofEmail(email.toLowerCase())
      if (account?.platformRole !== 'super_admin') return refuse('user-not-found')
      if (!(await consumeToken(scope))) return refuse('token-spent')
      await repair.activate(account.id)
      return { answer: (await findAccountFacts(deps, account.id))!, subject: account.id }
    }),
  }
}
