import type { JobScope } from '../../platform/database/transaction.ts'
import type { Composer } from '../messages/index.ts'
import { connectionComposer, tellConnectionPeople } from './connection-people.ts'
import { listWebhooks } from './webhook-store.ts'

/** Tells whoever looks after connections, with the switching off itself: so once for each time that happens. */
export const tellOfSwitchOff = (scope: JobScope): Promise<void> =>
  tellConnectionPeople(scope, 'webhook-disabled')

/** Composes that notice; not sent where all is switched on again. */
export const switchOffComposer = (address: string): Composer =>
  connectionComposer('webhook-disabled', {
    address,
    stillHolds: async (scope) =>
      (await listWebhooks(scope)).some(({ disabledBecause }) => disabledBecause === 'failures'),
  })
