import type { Provider } from '../../../contract/sign-in-codes.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { Captcha } from '../../platform/http/captcha.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { AdmissionParts, AdmitPerson } from './admit-person.ts'
import type { SessionReader } from './identity-openers.ts'
import type { Accounts } from './identity-accounts.ts'
import type { InPerson } from './identity-rules.ts'
import type { PasswordPolicy } from '../../../contract/password-requirements.ts'
import type { SetupTokens } from './setup-token.ts'

/** The ways to sign in that the configuration opens. */
export type SignInWays = {
  password: boolean
  emailLink: boolean
  phone: boolean
  passkey: boolean
  providers: Provider[]
}

/** What the handlers of signing in work with; made once in core.ts. */
export type IdentityParts = AdmissionParts & {
  /** Where browsers find the product: an origin. */
  address: string
  ways: SignInWays
  passwordPolicy: PasswordPolicy
  hasCaptcha: boolean
  captcha: Captcha
  rates: RateLimits
  accounts: Accounts
  setupTokens: SetupTokens
  readSession: SessionReader
  admitPerson: AdmitPerson
  /** Puts a job on a queue outside any transaction: what calls for it is written already, and a sweep finds it. */
  enqueue(queue: string, data: JobData): Promise<void>
}

/** A browser in a patient's hands that its person takes back, or somebody tried to. */
type Takeback = { clinicId: string; handoverId: string; by: InPerson; at: Date }

/** Tells the module that handed a browser to a patient what became of it. */
export type HandoverNews = {
  unlocked(takeback: Takeback, proof: 'pin' | 'password' | 'passkey'): Promise<void>
  unlockRefused(takeback: Takeback, reason: string): Promise<void>
}
