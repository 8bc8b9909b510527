import type { Clock } from '../../platform/clock.ts'
import type { RootKey } from '../../platform/database/root-key.ts'
import { openDoor, proofOfWork } from '../../platform/http/captcha.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { PasswordPolicy } from '../../../contract/password-requirements.ts'
import { makeAdmitPerson } from './admit-person.ts'
import { openAccounts } from './identity-accounts.ts'
import { makeSessionReader } from './identity-openers.ts'
import type { IdentityParts, SignInWays } from './identity-parts.ts'
import { openSecondFactors } from './second-factor.ts'
import { sessionCookies } from './session-cookie.ts'
import { openSetupTokens } from './setup-token.ts'
import { openTrustedDevices } from './trusted-devices.ts'

type Given = Pick<IdentityParts, 'auth' | 'database' | 'runJob' | 'rates' | 'address' | 'enqueue'> & {
  keyring: Keyring
  rootKey: RootKey
  clock: Clock
  /** What session cookies are signed with. */
  secret: string
  settings: { ways: SignInWays; passwordPolicy: PasswordPolicy; captcha: boolean }
}

/** What signing in, accounts, registration and set-up work with. */
export function openIdentity({ keyring, rootKey, clock, secret, settings, ...given }: Given): IdentityParts {
  const { auth, database, runJob, rates, address } = given
  const { ways, passwordPolicy, captcha: hasCaptcha } = settings
  const cookies = sessionCookies({ address, secret })
  const secondFactors = openSecondFactors(auth.db, keyring)
  const devices = openTrustedDevices(auth.db)
  const admission = { auth, database, runJob, cookies, secondFactors, devices }
  const captchaKey = Buffer.from(rootKey.derive('captcha')).toString('base64url')
  return {
    ...given,
    ...admission,
    ...{ ways, passwordPolicy, hasCaptcha },
    captcha: hasCaptcha ? proofOfWork(captchaKey, { rates, clock }) : openDoor,
    accounts: openAccounts({ auth, database }),
    readSession: makeSessionReader(database, clock, cookies),
    setupTokens: openSetupTokens(auth.db),
    admitPerson: makeAdmitPerson(admission),
  }
}
