import { accountEmailHandlers } from './account-email-handlers.ts'
import { accountFactorHandlers, accountSecretHandlers } from './account-factor-handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { accountPhoneHandlers } from './account-phone-handlers.ts'
import { accountProfileHandlers } from './account-profile-handlers.ts'
import { accountSessionHandlers } from './account-session-handlers.ts'
import { identityOperations } from './identities.ts'
import { passkeyOperations } from './passkeys.ts'

/** The operations of `contract/account.ts`. */
export const accountHandlers = (parts: AccountParts) => ({
  ...accountProfileHandlers(parts),
  ...accountEmailHandlers(parts),
  ...accountPhoneHandlers(parts),
  ...accountSecretHandlers(parts),
  ...accountFactorHandlers(parts),
  ...passkeyOperations(parts),
  ...identityOperations(parts),
  ...accountSessionHandlers(parts),
})
