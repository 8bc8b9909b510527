import { z } from 'zod'
import { deliveryStates, messageChannels, messageStatuses } from './delivery-states.ts'
import { id, instant, notFound, operation, paginated, paging } from './kit.ts'

/** The name of a file in the outbox, with or without its ending. */
const messageName = z.string().regex(/^[\w-]{1,80}(\.(eml|sms))?$/)

const PendingMessage = z.object({
  name: messageName,
  kind: z.enum(['email', 'sms']),
  at: instant,
  to: z.string(),
  /** '' for a text message. */
  subject: z.string(),
})
export type OutboxMessage = z.infer<typeof PendingMessage>

/** Where messages go: to a provider, or nowhere but into files. */
const Sending = z.object({ email: z.boolean(), sms: z.boolean() })

const StatusCount = z.object({ kind: z.string(), status: z.enum(messageStatuses), messages: z.int() })
export type DeliveryCount = z.infer<typeof StatusCount>

/** A message that did not arrive, or perhaps did not: whose and what for, never to whom. */
const UndeliveredMessage = z.object({
  id,
  clinicId: id,
  clinicName: z.string(),
  kind: z.string(),
  channel: z.enum(messageChannels),
  status: z.enum(deliveryStates),
  failure: z.string().nullable(),
  at: instant,
})
export type UndeliverableMessage = z.infer<typeof UndeliveredMessage>

const missing = { 'not-found': notFound('Message') }
const readAuditActions = { done: 'outbox.message_read', refused: 'outbox.refused' }

export const outbox = {
  list: operation({
    method: 'GET',
    path: '/api/admin/outbox',
    summary: 'Messages that were written to files because nothing is set up to send them, newest first',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(PendingMessage).extend({ folder: z.string(), isSent: Sending }),
    example: {},
  }),
  read: operation({
    method: 'GET',
    path: '/api/admin/outbox/{messageName}',
    summary: 'One of these messages: its headers and its text, which may hold a link for a patient',
    access: 'admin',
    stepUp: true,
    audit: readAuditActions,
    input: z.object({ messageName }),
    output: PendingMessage.extend({
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      text: z.string(),
      /** The whole file in base64, for a mail program. */
      content: z.string(),
    }),
    refusals: missing,
    example: { messageName: ':messageName' },
  }),
  deliveries: operation({
    method: 'GET',
    path: '/api/admin/deliveries',
    summary: 'What became of the last messages of all clinics, counted by kind and state',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.object({ isSent: Sending, last: z.int(), counts: z.array(StatusCount) }),
    example: {},
  }),
  astray: operation({
    method: 'GET',
    path: '/api/admin/deliveries/astray',
    summary: 'Messages that failed, bounced or were perhaps not sent, newest first, without their recipients',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(UndeliveredMessage),
    example: {},
  }),
}
