import type { OpenModule } from '../../module.ts'
import { sendAccountMessage, sweepAccountMessages } from './account-message-jobs.ts'
import { identityHandlers } from './identity-handlers.ts'
import { identityAuthenticators } from './identity-authenticators.ts'
import { providerCallbacks } from './provider-handlers.ts'

/** Signing in, and sessions. */
export const identity: OpenModule = (
  core,
  { createKioskSessionEvents, registrationToken, emailChangeToken },
) => {
  const messages = {
    ...core,
    tokenIssuers: { registration: registrationToken(core), 'email-change': emailChangeToken(core) },
  }
  return {
    handlers: { identity: identityHandlers({ ...core, handovers: createKioskSessionEvents(core) }) },
    files: providerCallbacks(core),
    authenticators: identityAuthenticators(core),
    jobs: { 'identity.send-message': (data) => sendAccountMessage(messages, data) },
    sweeps: { 'identity.messages': { seconds: 60, run: () => sweepAccountMessages(core) } },
  }
}
