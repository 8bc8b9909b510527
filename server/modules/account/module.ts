import type { OpenModule } from '../../module.ts'
import { accountHandlers } from './account-handlers.ts'
import { accountFileHandlers } from './account-profile-handlers.ts'

/** One's own account: profile, password, passkeys, devices. */
export const account: OpenModule = (core) => ({
  handlers: { account: accountHandlers(core) },
  files: accountFileHandlers(core),
})
