import { parseMimePart, splitMimeParts, contentTypeOf, type MimePart } from './mime-parts.ts'

/** What a mail server's report says became of one of our mails. */
export type DeliveryReport = { messageId: string; news: 'bounce' | 'deliver' }

const uuid = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}'

/** The name we gave the mail: in the address the report came to, in the envelope's name, or in its own head. */
function messageIdOf(report: MimePart, status: MimePart, original: MimePart | undefined): string | null {
  const places = [
    new RegExp(`\\+(${uuid})@`, 'i').exec(report.headers.get('to') ?? ''),
    new RegExp(`^(?:${uuid})$`, 'i').exec(
      (status.headers.get('original-envelope-id') ?? '').split(';').at(-1)!.trim(),
    ),
    new RegExp(`^<(${uuid})@`, 'i').exec(
      original ? (parseMimePart(original.body).headers.get('message-id') ?? '') : '',
    ),
  ]
  const found = places.find((place) => place !== null)
  return found ? (found[1] ?? found[0]).toLowerCase() : null
}

const eventOfAction: Record<string, DeliveryReport['news']> = { failed: 'bounce', delivered: 'deliver' }

/**
 * Reads a report about a delivery (RFC 3464) as a mail server wrote it. Null for mail of another kind, for one that
 * names no message of ours, and for news that settles nothing: delayed, relayed, expanded.
 */
export function parseDeliveryReport(mail: string): DeliveryReport | null {
  const report = parseMimePart(mail)
  if (!/multipart\/report/.test(contentTypeOf(report))) return null
  const parts = splitMimeParts(report)
  const status = parts.find((part) => contentTypeOf(part).startsWith('message/delivery-status'))
  if (!status) return null
  const original = parts.find((part) => /^(?:message\/rfc822|text\/rfc822-headers)/.test(contentTypeOf(part)))
  // The first block is about the message, each further one about a recipient; our mails have one.
  const [first = '', ...recipients] = status.body.split(/\r?\n\r?\n/)
  const about = parseMimePart(first)
  const action = recipients.map((block) => parseMimePart(block).headers.get('action')).find(Boolean) ?? ''
  const news = eventOfAction[action.toLowerCase()]
  const messageId = messageIdOf(report, about, original)
  return news && messageId ? { messageId, news } : null
}
