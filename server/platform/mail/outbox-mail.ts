import { partOf, partsOf, typeOf, type Part } from './mail-parts.ts'

export type ReadMail = { headers: { name: string; value: string }[]; text: string }

/** The bytes that quoted-printable stands for. */
const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** A header's words beyond ASCII (RFC 2047), as people read them. Words that stand together belong together. */
function wordsOf(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/(?:=\?utf-8\?[QB]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        Array.from(run.matchAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi), ([, way = '', text = '']) =>
          way.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : quotedBytes(text.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )
}

function bodyOf({ head, body }: Part): string {
  const encoding = (head.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedBytes(body).toString('utf8') : body
}

/** The part that is plain text, however deep it stands; undefined where there is none. */
function plainPart(part: Part): Part | undefined {
  const parts = partsOf(part)
  if (parts.length === 0) return /^(text\/plain|$)/.test(typeOf(part)) ? part : undefined
  return parts.map(plainPart).find((found) => found !== undefined)
}

/** The value of one header, as people read it; '' where there is none. */
export const headerOf = (mail: string, name: string): string =>
  wordsOf(partOf(mail).head.get(name.toLowerCase()) ?? '')

/** The headers of a mail of ours, and its text as whoever it is for would read it. */
export function readMail(mail: string): ReadMail {
  const whole = partOf(mail)
  const plain = plainPart(whole)
  return {
    headers: [...whole.head].map(([name, value]) => ({ name, value: wordsOf(value) })),
    text: plain ? bodyOf(plain).replaceAll('\r\n', '\n').trim() : '',
  }
}
