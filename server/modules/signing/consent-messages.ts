import type { InferContractRouterOutputs } from '@orpc/contract'
import { deliveryStateOf } from '../../../contract/delivery-states.ts'
import type { signing } from '../../../contract/signing.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { listMessagesAbout, listDeliveryEvents } from '../messages/index.ts'
import { findLinkOpenTimes } from './signing-store.ts'

type ConsentMessages = InferContractRouterOutputs<typeof signing>['listMessages']

/** The messages about a consent with all that became of each, oldest first. */
export async function listConsentMessages(scope: ClinicScope, consentId: string): Promise<ConsentMessages> {
  const rows = await listMessagesAbout(scope, consentId)
  const news = await listDeliveryEvents(
    scope,
    rows.map(({ id }) => id),
  )
  const openings = await findLinkOpenTimes(scope, consentId)
  return rows.map(({ id, kind, channel, recipient, status, failure, createdAt }) => {
    const openedAt = openings.get(id)
    return {
      ...{ id, kind, channel, recipient, failure },
      state: deliveryStateOf(status, openedAt !== undefined),
      createdAt: createdAt.toISOString(),
      openedAt: openedAt?.toISOString() ?? null,
      // News that came too late made nothing of the message, and is not told.
      news: news.flatMap((heard) =>
        heard.messageId === id && heard.status ? [{ status: heard.status, at: heard.at.toISOString() }] : [],
      ),
    }
  })
}
