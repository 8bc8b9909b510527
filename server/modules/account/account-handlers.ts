import { accountEmailHandlers } from './account-email-handlers.ts'
import { accountFactorHandlers, accountSecretHandlers } from './account-factor-handlers.ts'
import type { AccountDeps } from './account-deps.ts'
import { accountPasskeyHandlers } from './account-passkey-handlers.ts'
import { accountPhoneHandlers } from './account-phone-handlers.ts'
import { accountProfileHandlers } from './account-profile-handlers.ts'
import { accountProviderHandlers } from './account-provider-handlers.ts'
import { accountSessionHandlers } from './account-session-handlers.ts'

/** The operations of `contract/account.ts`. */
export const accountHandlers = (deps: AccountDeps) => ({
  ...accountProfileHandlers(deps),
  ...accountEmailHandlers(deps),
  ...accountPhoneHandlers(deps),
  ...accountSecretHandlers(deps),
  ...accountFactorHandlers(deps),
  ...accountPasskeyHandlers(deps),
  ...accountProviderHandlers(deps),
  ...accountSessionHandlers(deps),
})
