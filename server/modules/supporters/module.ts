import type { OpenModule } from '../../module.ts'
import { supporterHandlers } from './supporter-handlers.ts'
import { sendSupporterLink, supporterComposer } from './supporter-message.ts'
import { supporterAuthenticator } from './supporter-authenticators.ts'
import { createSupporterSecrets } from './supporter-rules.ts'

/** Whom patients let read along. */
export const supporters: OpenModule = (core) => {
  const { rootKey, runJob, address } = core
  const secrets = createSupporterSecrets(rootKey.derive('supporters'))
  return {
    handlers: { supporters: supporterHandlers({ ...core, secrets }) },
    authenticators: { supporter: supporterAuthenticator(core) },
    jobs: { 'supporters.send-link': (data) => sendSupporterLink(runJob, data) },
    composers: { 'supporter-link': supporterComposer({ address, secrets }) },
  }
}
