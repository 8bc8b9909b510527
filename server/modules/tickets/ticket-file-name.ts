import { createHash } from 'node:crypto'

/**
 * Under which name the file store keeps a file. Each has a file of its own, also of the same bytes, so that removing
 * one never takes another's away.
 */
export const ticketFileName = ({ id, sha256 }: { id: string; sha256: string }): string =>
  `ticket-files/${createHash('sha256').update(`${id} ${sha256}`).digest('hex')}.bin`

/** How a row of `ticket_files` is given away with the rest of a practice: as the file that it stands for. */
export const storedTicketFiles = {
  table: 'ticket_files',
  columns: 'id, ticket_id, sha256, name',
  fileOf(row: Record<string, unknown>) {
    const { id, ticket_id: ticketId, sha256, name } = row
    return {
      storedAs: ticketFileName({ id: String(id), sha256: String(sha256) }),
      name: `tickets/${String(ticketId)}-${String(id)}-${String(name).replaceAll(/[^\w.-]+/g, '-')}`,
      title: `Attachment of a support ticket: ${String(name)}`,
    }
  },
}
