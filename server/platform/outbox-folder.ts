import { open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Slice } from './database/list-slice.ts'
import { readHeader, parseMail, type ParsedMail } from './mail/outbox-mail.ts'

export type OutboxEntry = { name: string; kind: 'email' | 'sms'; at: Date; to: string; subject: string }
export type OutboxContent = OutboxEntry & ParsedMail & { content: Buffer }

/** What was written instead of being sent (outbox-file.ts), for whoever runs the installation. */
export type OutboxFolder = {
  /** A page of it, newest first, and how many there are. */
  list(slice: Slice): Promise<{ rows: OutboxEntry[]; total: number }>
  /** One message whole; null where there is none such. */
  read(name: string): Promise<OutboxContent | null>
}

/** As they are named: when, and the id of the message. */
const fileName = /^(\d{8})T(\d{2})(\d{2})(\d{2})(\d{3})Z-[\w-]+\.(eml|sms)$/
/** Of a long mail, as much as its headers can take. */
const head_bytes = 8192

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function entryOf(name: string, head: string): OutboxEntry {
  const [, day = '', hours, minutes, seconds, ms, ending] = fileName.exec(name)!
  const date = day.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')
  const at = new Date(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  const isMail = ending === 'eml'
  return {
    ...{ name, at },
    kind: isMail ? 'email' : 'sms',
    to: readHeader(head, 'To'),
    subject: isMail ? readHeader(head, 'Subject') : '',
  }
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(head_bytes) })
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await handle.close()
  }
}

/** Opens the outbox of a data directory; one that was never written to is empty. */
export function openOutboxFolder(dataDir: string): OutboxFolder {
  const folder = path.join(dataDir, 'outbox')

  async function names(): Promise<string[]> {
    try {
      const found = await readdir(folder)
      // One that is being written has another name.
      return found.filter((name) => fileName.test(name))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  return {
    async list({ limit, offset }) {
      const all = (await names()).toSorted().toReversed()
      const shown = all.slice(offset, offset + limit)
      const rows = await Promise.all(
        shown.map(async (name) => entryOf(name, await readHead(path.join(folder, name)))),
      )
      return { rows, total: all.length }
    },
    async read(name) {
      // The pattern lets no other folder be named.
      if (!fileName.test(name)) return null
      try {
        const content = await readFile(path.join(folder, name))
        const whole = content.toString('utf8')
        return { ...entryOf(name, whole), ...parseMail(whole), content }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}
