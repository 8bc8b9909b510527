import { emailLinkHandlers } from './email-link-handlers.ts'
import type { HandoverNews, IdentityParts } from './identity-parts.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { phoneHandlers } from './phone-handlers.ts'
import { providerHandlers } from './provider-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { sessionLockHandlers } from './session-lock-handlers.ts'
import { signInHandlers } from './sign-in-handlers.ts'

/** The operations of `contract/identity.ts`. */
export const identityHandlers = (parts: IdentityParts & { handovers: HandoverNews }) => ({
  ...signInHandlers(parts),
  ...phoneHandlers(parts),
  ...passwordHandlers(parts),
  ...emailLinkHandlers(parts),
  ...providerHandlers(parts),
  ...passkeyHandlers(parts),
  ...secondFactorHandlers(parts),
  ...sessionHandlers(parts),
  ...sessionLockHandlers(parts),
})
