import type { SendMailOptions } from 'nodemailer'
import type { Outgoing } from './mailer.ts'

/** The address alone of 'Candour <mail@example.org>'. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** A message in nodemailer's words. Machines are asked not to answer it. */
export function mailOf(
  { id, to, fromName, replyTo, subject, text, html }: Outgoing,
  from: string,
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
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
