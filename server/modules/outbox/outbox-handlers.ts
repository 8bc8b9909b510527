import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { OutboxEntry, OutboxFolder } from '../../platform/outbox-folder.ts'
import { countDeliveries, listUndelivered } from './outbox-store.ts'

export type OutboxDeps = {
  outbox: OutboxFolder
  /** Where it is on the machine, for whoever looks for the files. */
  folder: string
  /** Whether a provider is set up for mails, and for texts. */
  isSent: { email: boolean; sms: boolean }
}

const viewOf = ({ name, kind, at, to, subject }: OutboxEntry) => ({
  ...{ name, kind, to, subject },
  at: at.toISOString(),
})

/** The operations of `contract/outbox.ts`. */
export const outboxHandlers = ({ outbox, folder, isSent }: OutboxDeps) => ({
  list: handle(contract.outbox.list, async (_scope, { page, pageSize }) => {
    const { rows, total } = await outbox.list(sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(viewOf), total, page, pageSize, folder, isSent } }
  }),

  read: handle(contract.outbox.read, async (_scope, { messageName }) => {
    const found = await outbox.read(messageName)
    if (!found) return refuse('not-found')
    const { headers, text, content } = found
    return {
      answer: { ...viewOf(found), headers, text, content: content.toString('base64') },
      subject: messageName,
      details: { kind: found.kind },
    }
  }),

  deliveries: handle(contract.outbox.deliveries, async (scope) => {
    const counts = await countDeliveries(scope)
    const last = counts.reduce((sum, { messages }) => sum + messages, 0)
    return { answer: { isSent, last, counts } }
  }),

  astray: handle(contract.outbox.astray, async (scope, { page, pageSize }) => {
    const { rows, total } = await listUndelivered(scope, sliceOf({ page, pageSize }))
    const answer = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),
})
