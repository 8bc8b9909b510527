import { randomUUID } from 'node:crypto'
import { DeliveryError } from '../../platform/delivery-error.ts'
import type { Mailer, MailSettings } from '../../platform/mail/mailer.ts'
import { checkSmtp } from '../../platform/mail/smtp-check.ts'
import { checkFailed, notConfigured, checkPassed, type Finding } from './check-finding.ts'

const remedies: Record<string, string> = {
  EAUTH: 'Check the user name and the password. Some providers need an app password.',
  EDNS: 'Check the server name. No server with that name was found.',
  ECONNECTION: 'Check the name and the port, and that this machine can connect to it.',
  ESOCKET: 'Check the port and the encryption setting: 465 uses TLS from the start, 587 does not.',
  ETLS: 'No encryption method in common with the server. Check the port and the encryption setting.',
  ETIMEDOUT: 'The server did not answer in time. Check the port, and that this machine can connect to it.',
}
const defaultRemedy = 'Check the server’s name, the port, the user name and the password.'
const remedyFor = (code: string): string => remedies[code] ?? defaultRemedy

const testSubject = 'Candour: this is a test message'
const testBody =
  'This message was requested while setting up Candour, to test the mail server. No action is needed.'

/** A message that says what it is, and nothing else. */
const testMail = (to: string) => ({
  id: randomUUID(),
  to,
  subject: testSubject,
  text: testBody,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${testSubject}</title></head><body><p>${testBody}</p></body></html>`,
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
    return notConfigured(
      'No mail server is set. Messages are saved in the outbox folder of the data directory.',
    )
  const { hostname, port, username } = new URL(mail.url)
  const facts = {
    Server: port ? `${hostname}:${port}` : hostname,
    'Signs in': username ? 'yes' : 'no',
    From: mail.from,
  }
  const code = await checkSmtp(mail)
  if (code !== null) return checkFailed(`The mail server cannot be used (${code}).`, remedyFor(code), facts)
  if (!recipient) return checkPassed('Signed in to the mail server. No test message was requested.', facts)
  try {
    await mailer.send(testMail(recipient))
  } catch (error) {
    const errorCode = error instanceof DeliveryError ? error.code : 'unknown'
    const says = `Signed in to the mail server, but the test message was refused (${errorCode}).`
    return checkFailed(
      says,
      'Check that it may send from the ‘From’ address, and check the test address.',
      facts,
    )
  }
  return checkPassed('The mail server accepted the test message. Check that it arrives.', {
    ...facts,
    'Test message to': recipient,
  })
}
