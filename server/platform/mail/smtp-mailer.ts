import { createTransport } from 'nodemailer'
import { fateOf, MailFault, type SmtpError } from './mail-fault.ts'
import { mailOf } from './mail-headers.ts'
import type { Mailer } from './mailer.ts'

const connect_ms_max = 10_000
const silence_ms_max = 30_000

/** Mail by SMTP, one connection a message; the server is named by a URL, its login in it. */
export function openSmtp({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connect_ms_max,
    greetingTimeout: connect_ms_max,
    socketTimeout: silence_ms_max,
  })
  return {
    async send(outgoing) {
      try {
        const { messageId } = await transport.sendMail(mailOf(outgoing, from))
        return { providerId: messageId }
      } catch (error) {
        const fault = error as SmtpError
        throw new MailFault(fateOf(fault), fault.code ?? 'unknown')
      }
    },
  }
}
