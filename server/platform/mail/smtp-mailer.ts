import { createTransport } from 'nodemailer'
import { outcomeOfSmtpError, MailError, type SmtpError } from './mail-error.ts'
import { traced } from '../tracing/spans.ts'
import { buildMail } from './mail-headers.ts'
import type { Mailer } from './mailer.ts'

const connect_ms_max = 10_000
const silence_ms_max = 30_000

/** `bounceAddress` is where reports about mails that came back are collected. */
export type SmtpSettings = { url: string; from: string; bounceAddress?: string | null }

/** Mail by SMTP, one connection a message; the server is named by a URL, its login in it. */
export function openSmtp({ url, from, bounceAddress = null }: SmtpSettings): Mailer {
  const { hostname: host } = new URL(url)
  const transport = createTransport({
    url,
    connectionTimeout: connect_ms_max,
    greetingTimeout: connect_ms_max,
    socketTimeout: silence_ms_max,
  })
  return {
    async send(outgoing) {
      try {
        const { messageId } = await traced('send mail', { 'server.address': host }, () =>
          transport.sendMail(buildMail(outgoing, { from, bounceAddress })),
        )
        return { providerId: messageId }
      } catch (error) {
        const fault = error as SmtpError
        throw new MailError(outcomeOfSmtpError(fault), fault.code ?? 'unknown')
      }
    },
  }
}
