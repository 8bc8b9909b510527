import path from 'node:path'
import { writeDurableFile } from './files/durable-file.ts'

/** Where installations without a provider keep what they would have sent: one file a message, named by time and id. */
export async function writeOutboxFile(
  dataDir: string,
  { id, ending, bytes }: { id: string; ending: string; bytes: Buffer },
): Promise<void> {
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  await writeDurableFile(path.join(dataDir, 'outbox', `${time}-${id}.${ending}`), bytes)
}
