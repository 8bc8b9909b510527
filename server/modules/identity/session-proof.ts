import type { Rate } from '../../../contract/kit.ts'
import type { Answering } from '../../platform/http/operations.ts'
import { passwordHashOf } from './identity-account-store.ts'
import type { IdentityParts } from './identity-parts.ts'
import { verifyPasskeyOf } from './passkey-proof.ts'
import { verifyPassword } from './password.ts'

/** Few guesses at what the owner of an account alone has, whichever browser of theirs they are made on. */
const guesses: Rate = { attempts: 10, seconds: 900 }

/** What somebody gives to show once more that an account is theirs. */
export type OwnProof =
  | { by: 'password'; password: string }
  | { by: 'app'; code: string }
  | { by: 'passkey'; response: Record<string, unknown> }

/** What is wrong with each proof. */
const faults = {
  password: 'wrong-password',
  app: 'invalid-verification-code',
  passkey: 'passkey-not-known',
} as const
type FaultOf<P extends OwnProof> = (typeof faults)[P['by']] | 'too-many-requests'

/** Why a proof does not show that this account is theirs; null when it does. */
export async function faultOfProof<P extends OwnProof>(
  parts: Pick<IdentityParts, 'auth' | 'rates' | 'secondFactors'>,
  userId: string,
  proof: P,
  { answering, now }: { answering: Pick<Answering, 'cookie'>; now: Date },
): Promise<FaultOf<P> | null> {
  const { auth, rates, secondFactors } = parts
  // Counted before it is looked at, so that guesses made at once cannot all pass.
  if (!(await rates.attempt('own-proof', guesses, userId))) return 'too-many-requests'
  if (!(await isRight(proof))) return faults[proof.by as P['by']]
  await rates.forgive('own-proof', guesses, userId)
  return null

  async function isRight(given: OwnProof): Promise<boolean> {
    if (given.by === 'app') return secondFactors.verify(userId, given.code, now)
    if (given.by === 'passkey') return verifyPasskeyOf(auth, userId, given.response, answering.cookie)
    const hash = await passwordHashOf(auth.db, userId)
    return hash !== null && verifyPassword({ hash, password: given.password })
  }
}
