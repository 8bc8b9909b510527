import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from './mailer.ts'

/** The address alone of 'Candour <mail@example.org>'. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** The address that reports about one message go to: the configured one, with the message's name in it. */
function reportAddress(bounceAddress: string, id: string): string {
  const [name, domain] = bounceAddress.split('@')
  return `${name}+${id}@${domain}`
}

/**
 * A message in nodemailer's words. Machines are asked not to answer it. Where an address for reports is configured,
 * the envelope comes from there under the message's name, so that whatever comes back says which message it is about.
 */
export function buildMail(
  { id, to, fromName, replyTo, subject, text, html }: OutgoingMail,
  { from, bounceAddress = null }: { from: string; bounceAddress?: string | null },
): SendMailOptions {
  const address = addressOf(from)
  return {
    from: fromName ? { name: fromName, address } : from,
    // As an object the address is taken as it is: a comma in it cannot make two recipients of one.
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: fromName ?? '', address: replyTo } } : {}),
    subject,
    text,
    html,
    messageId: `<${id}@${address.split('@').at(-1)}>`,
    textEncoding: 'quoted-printable',
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(bounceAddress
      ? {
          envelope: { from: reportAddress(bounceAddress, id), to },
          dsn: { id, return: 'headers', notify: 'failure' },
        }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
