import { count, desc, eq, inArray } from 'drizzle-orm'
import type { DeliveryCount } from '../../../contract/outbox.ts'
import { deliveries_counted_max } from '../../../contract/limits.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { messages } from '../messages/message-schema.ts'

const isUndelivered = inArray(messages.status, ['bounced', 'failed', 'unconfirmed'])

/** What became of the last messages of all clinics, by kind and state; an index gives so many and no more. */
export async function countDeliveries({ tx }: AdminScope): Promise<DeliveryCount[]> {
  const last = tx
    .select({ kind: messages.kind, status: messages.status })
    .from(messages)
    .orderBy(desc(messages.createdAt))
    .limit(deliveries_counted_max)
    .as('last')
  return tx
    .select({ kind: last.kind, status: last.status, messages: count() })
    .from(last)
    .groupBy(last.kind, last.status)
    .orderBy(last.kind, last.status)
}

/** A page of the messages that did not arrive or perhaps did not, newest first; never to whom. */
export async function listUndelivered({ tx }: AdminScope, { limit, offset }: Slice) {
  const counted = await tx.select({ total: count() }).from(messages).where(isUndelivered)
  const rows = await tx
    .select({
      id: messages.id,
      clinicId: messages.clinicId,
      clinicName: clinics.name,
      kind: messages.kind,
      channel: messages.channel,
      status: messages.status,
      failure: messages.failure,
      at: messages.createdAt,
    })
    .from(messages)
    .innerJoin(clinics, eq(clinics.id, messages.clinicId))
    .where(isUndelivered)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted[0]!.total }
}
