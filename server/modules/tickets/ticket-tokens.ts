import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RootKey } from '../../platform/database/root-key.ts'

type TicketRef = { clinicId: string; id: string; number: number }

/** 96 bits: nobody guesses one, and an address stays short enough for every mail server. */
const mac_digits = 24
const tokenPattern = new RegExp(`\\+(\\d{1,15})-([\\da-f]{${mac_digits}})@`, 'i')

/** What lets a mail reach a ticket: its number, and what only we can make of it. */
export type ReplyTokens = {
  /** The address that an answer to a mail about this ticket goes to. */
  addressOf(ticket: TicketRef): string
  /** The number that an address names, not yet proved; null for one that names none. */
  numberIn(address: string): number | null
  /** Whether the address was made for this ticket. */
  matchesTicket(address: string, ticket: TicketRef): boolean
}

/** Tokens for the address that replies go to; their letters may come back in either case. */
export function createReplyTokens(rootKey: RootKey, replyAddress: string): ReplyTokens {
  const key = rootKey.derive('ticket-replies')
  const [name, domain] = replyAddress.toLowerCase().split('@')
  const macOf = ({ clinicId, id }: TicketRef): string =>
    createHmac('sha256', key).update(`${clinicId} ${id}`).digest('hex').slice(0, mac_digits)
  return {
    addressOf: (ticket) => `${name}+${ticket.number}-${macOf(ticket)}@${domain}`,
    numberIn: (address) => {
      const number = tokenPattern.exec(address)?.[1]
      return number ? Number(number) : null
    },
    matchesTicket(address, ticket) {
      const [, number, mac] = tokenPattern.exec(address.toLowerCase()) ?? []
      if (!mac || Number(number) !== ticket.number) return false
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(ticket)))
    },
  }
}
