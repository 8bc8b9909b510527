import type { Log } from '../database/database.ts'
import { openOutbox } from './mail-outbox.ts'
import { openSmtp, type SmtpSettings } from './smtp-mailer.ts'

export type OutgoingMail = {
  /** Ours, a uuid: it names the message at the provider too. */
  id: string
  to: string
  /** Who the message says it is from; the address is always the installation's. */
  fromName?: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /** Hands a message over and answers its name there; throws a `MailError` that says what became of it otherwise. */
  send(outgoing: OutgoingMail): Promise<{ providerId: string }>
}

export type MailSettings = { off: true } | ({ off: false } & SmtpSettings)

/** Mail by SMTP where a server is set, else into a folder of the data directory. */
export function openMailer(mail: MailSettings, { log, dataDir }: { log: Log; dataDir: string }): Mailer {
  if (!mail.off) return openSmtp(mail)
  log.warn({}, 'no mail server is set: messages are written to the outbox folder of the data directory')
  return openOutbox(dataDir)
}
