import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export type TestMessage = {
  to: string
  subject: string
  text: string
  link: string | null
  token: string | null
}

const header = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'mi').exec(mail)?.[1]?.trim() ?? ''

/** Undoes quoted-printable, which is what long lines and letters beyond ASCII are sent in. */
const plain = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function messageOf(mail: string): TestMessage {
  const text = plain(mail)
  const link =
    /https?:\/\/[^\s"<>]+\/(?:sign-consent|view-consent|after-visit)\/[\w-]{43}/.exec(text)?.[0] ?? null
  return {
    to: header(mail, 'To'),
    subject: header(mail, 'Subject'),
    text,
    link,
    token: link?.split('/').at(-1) ?? null,
  }
}

/** The messages that went out, oldest first: the local outbox, read as a patient would. */
export async function readOutbox(dataDir: string): Promise<TestMessage[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.toSorted().map((name) => readFile(path.join(folder, name), 'utf8')))
  return mails.map(messageOf)
}
