import { minute_ms } from '../../platform/clock.ts'
import { newToken } from '../../platform/keys/secret-token.ts'
import type { Auth } from './auth.ts'

/** What somebody may do who opens a link that was sent to an address. */
export type ProofPurpose = 'invitation' | 'registration' | 'email-change'

/** What a proof carries: whose address it was, and what the link was for. Never a secret. */
export type ProofValue = Record<string, string>

/** Why a token proves nothing: its time is over, or it is none of ours, or it was used. */
export type ProofError = 'expired-action-code' | 'invalid-action-code'

export type ProofResult = { value: ProofValue } | ProofError

/** A token is good for its purpose alone: an invitation changes nobody's address. */
const verificationKeyOf = (purpose: ProofPurpose, token: string): string => `proof:${purpose}:${token}`

type ProofQuery = { token: string; purpose: ProofPurpose; now: Date }

/** A token for a link that proves an address. Only its hash is kept, with what it carries. */
export async function issueProof(
  { auth }: Pick<Auth, 'auth'>,
  proof: { purpose: ProofPurpose; value: ProofValue; minutes: number; now: Date },
): Promise<string> {
  const { purpose, value, minutes, now } = proof
  const { internalAdapter } = await auth.$context
  const token = newToken()
  await internalAdapter.createVerificationValue({
    identifier: verificationKeyOf(purpose, token),
    value: JSON.stringify(value),
    expiresAt: new Date(now.getTime() + minutes * minute_ms),
  })
  return token
}

/** What a token proves; it stays good until it is spent. */
export async function readProof({ auth }: Pick<Auth, 'auth'>, asked: ProofQuery): Promise<ProofResult> {
  const { internalAdapter } = await auth.$context
  const kept = await internalAdapter.findVerificationValue(verificationKeyOf(asked.purpose, asked.token))
  if (!kept) return 'invalid-action-code'
  if (kept.expiresAt <= asked.now) return 'expired-action-code'
  return { value: JSON.parse(kept.value) as ProofValue }
}

/** The same, once: of two who spend a token at the same moment one alone gets what it carries. */
export async function consumeProof({ auth }: Pick<Auth, 'auth'>, asked: ProofQuery): Promise<ProofResult> {
  const read = await readProof({ auth }, asked)
  if (typeof read === 'string') return read
  const { internalAdapter } = await auth.$context
  const spent = await internalAdapter.consumeVerificationValue(verificationKeyOf(asked.purpose, asked.token))
  return spent ? { value: JSON.parse(spent.value) as ProofValue } : 'invalid-action-code'
}
