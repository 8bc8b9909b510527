import { randomUUID } from 'node:crypto'
import texts from '../../build/content/messages.json' with { type: 'json' }
import { composeMail } from '../modules/messages/index.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { BackupAlert } from './nightly-backups.ts'

/** Mails to whoever runs the installation that a nightly backup is not right. */
export async function sendBackupAlert(
  { mailer, address, contactAddress }: { mailer: Mailer; address: string; contactAddress: string },
  news: BackupAlert,
): Promise<void> {
  const mail = composeMail(texts.en['backup-failed'], { ...news, link: `${address}/admin` })
  await mailer.send({ ...mail, id: randomUUID(), to: contactAddress })
}
