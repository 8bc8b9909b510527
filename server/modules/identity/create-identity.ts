import type { Clock } from '../../platform/clock.ts'
import type { RootKey } from '../../platform/database/root-key.ts'
import { noCaptcha, proofOfWork } from '../../platform/http/captcha.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { PasswordPolicy } from '../../../contract/password-requirements.ts'
import { createColleagueAttestations } from './colleague-attestation.ts'
import { createCompleteSignIn } from './complete-sign-in.ts'
import { createAccountStore } from './identity-accounts.ts'
import { createSessionReader } from './identity-authenticators.ts'
import { servesPasskeys } from './second-factor-rules.ts'
import type { IdentityDeps, SignInMethods } from './identity-deps.ts'
import { createSecondFactorStore } from './second-factor.ts'
import { sessionCookies } from './session-cookie.ts'
import { createSetupTokenStore } from './setup-token.ts'
import { createTrustedDeviceStore } from './trusted-devices.ts'

type IdentityOptions = Pick<
  IdentityDeps,
  'auth' | 'database' | 'runJob' | 'rates' | 'address' | 'enqueue'
> & {
  keyring: Keyring
  rootKey: RootKey
  clock: Clock
  /** What session cookies are signed with. */
  secret: string
  settings: { ways: SignInMethods; passwordPolicy: PasswordPolicy; captcha: boolean }
  /** A demo's super administrator signs in with the app whose secret the demo tells. */
  isDemo: boolean
}

/** What signing in, accounts, registration and set-up work with. */
export function createIdentity({
  keyring,
  rootKey,
  clock,
  secret,
  settings,
  isDemo,
  ...given
}: IdentityOptions): IdentityDeps {
  const { auth, database, runJob, rates, address } = given
  const { ways: signInMethods, passwordPolicy, captcha: hasCaptcha } = settings
  const cookies = sessionCookies({ address, secret })
  const secondFactors = createSecondFactorStore(auth.db, keyring)
  const devices = createTrustedDeviceStore(auth.db)
  const adminsNeedPasskey = !isDemo && servesPasskeys(address)
  const admission = { auth, database, runJob, cookies, secondFactors, devices, adminsNeedPasskey }
  const captchaKey = Buffer.from(rootKey.derive('captcha')).toString('base64url')
  return {
    ...given,
    ...admission,
    ...{ signInMethods, passwordPolicy, hasCaptcha },
    captcha: hasCaptcha ? proofOfWork(captchaKey, { rates, clock }) : noCaptcha,
    accounts: createAccountStore({ auth, database }),
    readSession: createSessionReader(database, clock, cookies),
    setupTokens: createSetupTokenStore(auth.db),
    colleagueAttestations: createColleagueAttestations(
      Buffer.from(rootKey.derive('colleague-attestations')).toString('base64url'),
    ),
    completeSignIn: createCompleteSignIn(admission),
  }
}
