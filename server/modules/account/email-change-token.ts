import { email_verification_minutes } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { issueProof } from '../identity/index.ts'
import type { AccountDeps } from './account-deps.ts'

type Deps = Pick<AccountDeps, 'auth' | 'accounts'> & { clock: Clock }
type EmailChangeRequest = { recipient: string; details: Record<string, string> }

/** Makes the token of the link that proves a new address; null when its owner has thought of another meanwhile. */
export const createEmailChangeToken =
  ({ auth, accounts, clock }: Deps) =>
  async ({ recipient: email, details: { userId = '' } }: EmailChangeRequest): Promise<string | null> => {
    const account = await accounts.find(userId)
    if (account?.emailPending !== email) return null
    const proof = {
      purpose: 'email-change',
      value: { userId, email },
      minutes: email_verification_minutes,
    } as const
    return issueProof(auth, { ...proof, now: clock.now() })
  }
