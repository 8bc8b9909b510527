import type { OpenModule } from '../../module.ts'
import { sendAccountMessage, sweepAccountMessages } from './account-message-jobs.ts'
import { identityHandlers } from './identity-handlers.ts'
import { identityOpeners } from './identity-openers.ts'
import { providerFiles } from './provider-handlers.ts'

/** Signing in, and sessions. */
export const identity: OpenModule = (core, { handoverNews, registrationToken, emailChangeToken }) => {
  const messages = {
    ...core,
    tokenMakers: { registration: registrationToken(core), 'email-change': emailChangeToken(core) },
  }
  return {
    handlers: { identity: identityHandlers({ ...core, handovers: handoverNews(core) }) },
    files: providerFiles(core),
    openers: identityOpeners(core),
    jobs: { 'identity.send-message': (data) => sendAccountMessage(messages, data) },
    sweeps: { 'identity.messages': { seconds: 60, run: () => sweepAccountMessages(core) } },
  }
}
