import { address_proof_minutes } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { makeProof } from '../identity/index.ts'
import type { AccountParts } from './account-parts.ts'

type Parts = Pick<AccountParts, 'auth' | 'accounts'> & { clock: Clock }
type Asked = { recipient: string; details: Record<string, string> }

/** Makes the token of the link that proves a new address; null when its owner has thought of another meanwhile. */
export const emailChangeToken =
  ({ auth, accounts, clock }: Parts) =>
  async ({ recipient: email, details: { userId = '' } }: Asked): Promise<string | null> => {
    const account = await accounts.find(userId)
    if (account?.emailPending !== email) return null
    const proof = {
      purpose: 'email-change',
      value: { userId, email },
      minutes: address_proof_minutes,
    } as const
    return makeProof(auth, { ...proof, now: clock.now() })
  }
