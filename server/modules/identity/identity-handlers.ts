import { colleagueAttestationHandlers } from './colleague-attestation-handlers.ts'
import { emailLinkHandlers } from './email-link-handlers.ts'
import type { KioskSessionEvents, IdentityDeps } from './identity-deps.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { phoneHandlers } from './phone-handlers.ts'
import { providerHandlers } from './provider-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { sessionLockHandlers } from './session-lock-handlers.ts'
import { signInHandlers } from './sign-in-handlers.ts'

/** The operations of `contract/identity.ts`. */
export const identityHandlers = (deps: IdentityDeps & { handovers: KioskSessionEvents }) => ({
  ...signInHandlers(deps),
  ...phoneHandlers(deps),
  ...passwordHandlers(deps),
  ...emailLinkHandlers(deps),
  ...providerHandlers(deps),
  ...passkeyHandlers(deps),
  ...secondFactorHandlers(deps),
  ...sessionHandlers(deps),
  ...sessionLockHandlers(deps),
  ...colleagueAttestationHandlers(deps),
})
