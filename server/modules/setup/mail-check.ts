import { randomUUID } from 'node:crypto'
import { DeliveryFault } from '../../platform/delivery-fault.ts'
import type { Mailer, MailSettings } from '../../platform/mail/mailer.ts'
import { trySmtp } from '../../platform/mail/smtp-check.ts'
import { fails, notSet, works, type Finding } from './check-finding.ts'

const mends: Record<string, string> = {
  EAUTH: 'Check the user name and the password. Some providers want a password made for programs.',
  EDNS: 'Check the name of the server. No machine of that name was found.',
  ECONNECTION: 'Check the name and the port, and that this machine may connect out to it.',
  ESOCKET: 'Check the port, and whether encryption begins at once: with 465 it does, with 587 it does not.',
  ETLS: 'The server and we found no encryption in common. Check the port, and whether encryption begins at once.',
  ETIMEDOUT:
    'The server did not answer in time. Check the port, and that this machine may connect out to it.',
}
const otherwise = 'Check the server’s name, the port, the user name and the password.'
const mendOf = (code: string): string => mends[code] ?? otherwise

const subject = 'Candour: this is a test message'
const text =
  'Somebody set up Candour and asked for this message, to see that its mail server works. Nothing needs to be done.'

/** A message that says what it is, and nothing else. */
const testMail = (to: string) => ({
  id: randomUUID(),
  to,
  subject,
  text,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head><body><p>${text}</p></body></html>`,
})

/**
 * Connects to the mail server and signs in, then sends a test message where an address is given. That a server has
 * taken a message does not say that it arrives; only whoever looks into the letter box knows.
 */
export async function checkMail(
  mail: MailSettings,
  { recipient, mailer }: { recipient: string; mailer: Mailer },
): Promise<Finding> {
  if (mail.off)
    return notSet('No mail server is set. Messages are files in the outbox folder of the data directory.')
  const { hostname, port, username } = new URL(mail.url)
  const facts = {
    Server: port ? `${hostname}:${port}` : hostname,
    'Signs in': username ? 'yes' : 'no',
    From: mail.from,
  }
  const code = await trySmtp(mail)
  if (code !== null) return fails(`The mail server cannot be used (${code}).`, mendOf(code), facts)
  if (!recipient) return works('The mail server let us in. No test message was asked for.', facts)
  try {
    await mailer.send(testMail(recipient))
  } catch (error) {
    const fault = error instanceof DeliveryFault ? error.code : 'unknown'
    const says = `The mail server let us in and did not take the test message (${fault}).`
    return fails(
      says,
      'Check that it may send from the address in ‘From’, and the address of the test.',
      facts,
    )
  }
  return works('The mail server took the test message. Look whether it arrives.', {
    ...facts,
    'Test message to': recipient,
  })
}
