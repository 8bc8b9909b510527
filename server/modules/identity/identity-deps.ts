import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { Captcha } from '../../platform/http/captcha.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { ColleagueAttestations } from './colleague-attestation.ts'
import type { SignInDeps, CompleteSignIn } from './complete-sign-in.ts'
import type { SessionReader } from './identity-authenticators.ts'
import type { Accounts } from './identity-accounts.ts'
import type { ActorWithVisit } from './identity-rules.ts'
import type { PasswordPolicy } from '../../../contract/password-requirements.ts'
import type { SetupTokens } from './setup-token.ts'

/** The ways to sign in that the configuration opens. */
export type SignInMethods = {
  password: boolean
  emailLink: boolean
  phone: boolean
  passkey: boolean
  providers: IdentityProvider[]
}

/** What the handlers of signing in work with; made once in core.ts. */
export type IdentityDeps = SignInDeps & {
  /** Where browsers find the product: an origin. */
  address: string
  signInMethods: SignInMethods
  passwordPolicy: PasswordPolicy
  hasCaptcha: boolean
  captcha: Captcha
  rates: RateLimits
  accounts: Accounts
  setupTokens: SetupTokens
  colleagueAttestations: ColleagueAttestations
  readSession: SessionReader
  completeSignIn: CompleteSignIn
  /** Puts a job on a queue outside any transaction: what calls for it is written already, and a sweep finds it. */
  enqueue(queue: string, data: JobData): Promise<void>
}

/** A browser in a patient's hands that its person takes back, or somebody tried to. */
type DeviceReturn = { clinicId: string; handoverId: string; by: ActorWithVisit; at: Date }

/** Tells the module that handed a browser to a patient what became of it. */
export type KioskSessionEvents = {
  unlocked(takeback: DeviceReturn, proof: 'pin' | 'password' | 'passkey'): Promise<void>
  unlockRefused(takeback: DeviceReturn, reason: string): Promise<void>
}
