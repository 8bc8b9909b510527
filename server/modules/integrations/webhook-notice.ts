import type { JobScope } from '../../platform/database/transaction.ts'
import type { Composer } from '../messages/index.ts'
import { connectionNoticeComposer, notifyConnectionManagers } from './connection-notice.ts'
import { listWebhooks } from './webhook-store.ts'

/** Tells whoever looks after connections, with the switching off itself: so once for each time that happens. */
export const notifyWebhookDisabled = (scope: JobScope): Promise<void> =>
  notifyConnectionManagers(scope, 'webhook-disabled')

/** Composes that notice; not sent where all is switched on again. */
export const webhookDisabledComposer = (address: string): Composer =>
  connectionNoticeComposer('webhook-disabled', {
    address,
    stillApplies: async (scope) =>
      (await listWebhooks(scope)).some(({ disabledBecause }) => disabledBecause === 'failures'),
  })
