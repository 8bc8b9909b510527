import type { JobScope } from '../../platform/database/transaction.ts'
import type { Composer } from '../messages/index.ts'
import { connectionNoticeComposer, notifyConnectionManagers } from './connection-notice.ts'
import { hasFailedWriteBack, lockFailureCheck } from './write-back-store.ts'

/**
 * Tells whoever looks after connections that a document has not arrived and is tried no more. A folder that is out of
 * reach fails many documents: they are told of the first, and again only once every one of them had gone on its way.
 */
export async function notifyWriteBackFailed(scope: JobScope): Promise<void> {
  await lockFailureCheck(scope)
  if (!(await hasFailedWriteBack(scope))) await notifyConnectionManagers(scope, 'write-back-failed')
}

/** Composes that notice; not sent where every document has gone on its way again. */
export const writeBackFailedComposer = (address: string): Composer =>
  connectionNoticeComposer('write-back-failed', { address, stillApplies: hasFailedWriteBack })
