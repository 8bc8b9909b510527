import type { JobScope } from '../../platform/database/transaction.ts'
import type { Composer } from '../messages/index.ts'
import { connectionComposer, tellConnectionPeople } from './connection-people.ts'
import { hasFailed, lockFailures } from './write-back-store.ts'

/**
 * Tells whoever looks after connections that a document has not arrived and is tried no more. A folder that is out of
 * reach fails many documents: they are told of the first, and again only once every one of them had gone on its way.
 */
export async function tellOfFailure(scope: JobScope): Promise<void> {
  await lockFailures(scope)
  if (!(await hasFailed(scope))) await tellConnectionPeople(scope, 'write-back-failed')
}

/** Composes that notice; not sent where every document has gone on its way again. */
export const writeBackComposer = (address: string): Composer =>
  connectionComposer('write-back-failed', { address, stillHolds: hasFailed })
