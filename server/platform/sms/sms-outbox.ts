import { writeOutboxFile } from '../outbox-file.ts'
import { SmsError } from './sms-error.ts'
import type { SmsSender } from './sms.ts'

/** For installations without a provider: each text is a file under `dataDir/outbox`, beside the mails. */
export function openSmsOutbox(dataDir: string): SmsSender {
  return {
    async send({ id, to, text }) {
      try {
        await writeOutboxFile(dataDir, {
          id,
          ending: 'sms',
          bytes: Buffer.from(`To: ${to}\r\n\r\n${text}\r\n`),
        })
      } catch (error) {
        // A durable file is there whole or not at all, so nothing was taken.
        throw new SmsError('not-taken', (error as NodeJS.ErrnoException).code ?? 'unknown')
      }
      return { providerId: id }
    },
  }
}
