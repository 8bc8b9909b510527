import { createTransport } from 'nodemailer'
import { writeOutboxFile } from '../outbox-file.ts'
import { MailError } from './mail-error.ts'
import { buildMail } from './mail-headers.ts'
import type { Mailer } from './mailer.ts'

const from = 'Candour <candour@localhost>'

/** For installations without a mail server: each message is a file under `dataDir/outbox`, named by time and id. */
export function openOutbox(dataDir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(outgoing) {
      const { message, messageId } = await transport.sendMail(buildMail(outgoing, { from }))
      try {
        await writeOutboxFile(dataDir, { id: outgoing.id, ending: 'eml', bytes: message as Buffer })
      } catch (error) {
        // A durable file is there whole or not at all, so nothing was taken.
        throw new MailError('not-taken', (error as NodeJS.ErrnoException).code ?? 'unknown')
      }
      return { providerId: messageId }
    },
  }
}
