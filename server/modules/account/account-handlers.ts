import { accountEmailHandlers } from './account-email-handlers.ts'
import { accountFactorHandlers, accountSecretHandlers } from './account-factor-handlers.ts'
import type { AccountParts } from './account-parts.ts'
import { accountPasskeyHandlers } from './account-passkey-handlers.ts'
import { accountPhoneHandlers } from './account-phone-handlers.ts'
import { accountProfileHandlers } from './account-profile-handlers.ts'
import { accountProviderHandlers } from './account-provider-handlers.ts'
import { accountSessionHandlers } from './account-session-handlers.ts'

/** The operations of `contract/account.ts`. */
export const accountHandlers = (parts: AccountParts) => ({
  ...accountProfileHandlers(parts),
  ...accountEmailHandlers(parts),
  ...accountPhoneHandlers(parts),
  ...accountSecretHandlers(parts),
  ...accountFactorHandlers(parts),
  ...accountPasskeyHandlers(parts),
  ...accountProviderHandlers(parts),
  ...accountSessionHandlers(parts),
})
