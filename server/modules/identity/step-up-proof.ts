import type { Rate } from '../../../contract/kit.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import { findPasswordHash } from './identity-account-store.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { verifyPasskeyOf } from './passkey-verification.ts'
import { verifyPassword } from './password.ts'

/** Few guesses at what the owner of an account alone has, whichever browser of theirs they are made on. */
const guessRate: Rate = { attempts: 10, seconds: 900 }

/** What somebody gives to show once more that an account is theirs. */
export type StepUpProof =
  | { by: 'password'; password: string }
  | { by: 'app'; code: string }
  | { by: 'passkey'; response: Record<string, unknown> }

/** What is wrong with each proof. */
const stepUpErrors = {
  password: 'wrong-password',
  app: 'invalid-verification-code',
  passkey: 'passkey-not-known',
} as const
type StepUpErrorOf<P extends StepUpProof> = (typeof stepUpErrors)[P['by']] | 'too-many-requests'

/** Why a proof does not show that this account is theirs; null when it does. */
export async function verifyStepUpProof<P extends StepUpProof>(
  deps: Pick<IdentityDeps, 'auth' | 'rates' | 'secondFactors'>,
  userId: string,
  proof: P,
  { answering, now }: { answering: Pick<HttpContext, 'cookie'>; now: Date },
): Promise<StepUpErrorOf<P> | null> {
  const { auth, rates, secondFactors } = deps
  // Counted before it is looked at, so that guesses made at once cannot all pass.
  if (!(await rates.attempt('own-proof', guessRate, userId))) return 'too-many-requests'
  if (!(await isRight(proof))) return stepUpErrors[proof.by as P['by']]
  await rates.refund('own-proof', guessRate, userId)
  return null

  async function isRight(given: StepUpProof): Promise<boolean> {
    if (given.by === 'app') return secondFactors.verify(userId, given.code, now)
    if (given.by === 'passkey') return verifyPasskeyOf(auth, userId, given.response, answering.cookie)
    const hash = await findPasswordHash(auth.db, userId)
    return hash !== null && verifyPassword({ hash, password: given.password })
  }
}
