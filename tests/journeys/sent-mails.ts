import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'

/** What was sent, by file name: a file of the outbox never changes. */
const read = new Map<string, string>()

const folder = () => path.join(process.env.JOURNEY_DATA!, 'outbox')

/** Undoes quoted-printable, which long lines of mails are sent in; texts are sent as they are. */
const plain = (text: string): string =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function readMessage(name: string): string {
  const kept = read.get(name)
  if (kept !== undefined) return kept
  const file = readFileSync(path.join(folder(), name), 'utf8')
  const message = name.endsWith('.eml') ? plain(file) : file
  read.set(name, message)
  return message
}

/** What went to an address or a number and holds what is looked for, oldest first. */
function findMatches(recipient: string, wanted: RegExp): string[] {
  return (
    readdirSync(folder())
      .toSorted()
      // Begun and not whole yet.
      .filter((name) => !name.startsWith('.'))
      .map(readMessage)
      .filter((message) => new RegExp(`^To: .*${RegExp.escape(recipient)}`, 'm').test(message))
      .flatMap((message) => wanted.exec(message)?.[1] ?? [])
  )
}

type MessageFilter = {
  /** Which one, where somebody has asked more than once. */
  number?: number
}

async function waitFor(recipient: string, wanted: RegExp, { number = 1 }: MessageFilter): Promise<string> {
  const count = () => findMatches(recipient, wanted).length
  await expect.poll(count, { message: `nothing came for ${recipient}` }).toBeGreaterThanOrEqual(number)
  return findMatches(recipient, wanted)[number - 1]!
}

/** The link to this page that an address was sent. */
export const linkFor = (email: string, page: string, wanted: MessageFilter = {}): Promise<string> =>
  waitFor(email, new RegExp(`(https?://\\S+${page}(?:\\?\\S*)?#[\\w-]{24,64})`), wanted)

/** The link to a consent in the message that says this. */
export const consentLinkFor = (email: string, saying: string): Promise<string> =>
  waitFor(email, new RegExp(`${RegExp.escape(saying)}[^]*?(https?://\\S+/sign-consent/[\\w-]{43})`), {})

/** How many messages went to somebody, once one has. */
export async function countMessages(recipient: string): Promise<number> {
  const any = /^(To: )/m
  await waitFor(recipient, any, {})
  return findMatches(recipient, any).length
}

/** All that went to somebody, once something has: headers and words. */
export async function allMessagesTo(recipient: string): Promise<string[]> {
  const whole = /^([^]*)$/
  await waitFor(recipient, whole, {})
  return findMatches(recipient, whole)
}

/** The code that was sent to a phone; the number in international form. */
export const codeFor = (phone: string, wanted: MessageFilter = {}): Promise<string> =>
  waitFor(phone, /\b(\d{6})\b/, wanted)

/** The secret of a link, which stands behind its '#'. */
export const tokenOf = (link: string): string => new URL(link).hash.slice(1)
