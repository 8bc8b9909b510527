import type { Mailer } from '../../platform/mail/mailer.ts'
import { openOutbox } from '../../platform/mail/mail-outbox.ts'
import { openSmtp } from '../../platform/mail/smtp-mailer.ts'
import type { SavedServices } from './saved-services.ts'

/** Sends by the mail server that is set when a message goes out, wherever it is set; with none, into the outbox folder. */
export function createSavedMailer(services: Pick<SavedServices, 'mail'>, dataDir: string): Mailer {
  const outbox = openOutbox(dataDir)
  return {
    async send(outgoing) {
      const mail = await services.mail()
      return (mail.off ? outbox : openSmtp(mail)).send(outgoing)
    },
  }
}
