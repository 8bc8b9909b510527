import type { OpenModule } from '../../module.ts'
import { supporterHandlers } from './supporter-handlers.ts'
import { sendSupporterLink, supporterComposer } from './supporter-message.ts'
import { supporterOpener } from './supporter-openers.ts'
import { makeSupporterSecrets } from './supporter-rules.ts'

/** Whom patients let read along. */
export const supporters: OpenModule = (core) => {
  const { rootKey, database, clock, runJob, address } = core
  const secrets = makeSupporterSecrets(rootKey.derive('supporters'))
  return {
    handlers: { supporters: supporterHandlers({ ...core, secrets }) },
    openers: { supporter: supporterOpener(database, clock) },
    jobs: { 'supporters.send-link': (data) => sendSupporterLink(runJob, data) },
    composers: { 'supporter-link': supporterComposer({ address, secrets }) },
  }
}
