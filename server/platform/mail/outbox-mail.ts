import { parseMimePart, splitMimeParts, contentTypeOf, type MimePart } from './mime-parts.ts'

export type ParsedMail = { headers: { name: string; value: string }[]; text: string }

/** The bytes that quoted-printable stands for. */
const decodeQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** A header's words beyond ASCII (RFC 2047), as people read them. Words that stand together belong together. */
function decodeHeaderWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/(?:=\?utf-8\?[QB]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        Array.from(run.matchAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi), ([, way = '', text = '']) =>
          way.toUpperCase() === 'B'
            ? Buffer.from(text, 'base64')
            : decodeQuotedPrintable(text.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )
}

function decodeBody({ headers, body }: MimePart): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body).toString('utf8') : body
}

/** The part that is plain text, however deep it stands; undefined where there is none. */
function findPlainTextPart(part: MimePart): MimePart | undefined {
  const parts = splitMimeParts(part)
  if (parts.length === 0) return /^(text\/plain|$)/.test(contentTypeOf(part)) ? part : undefined
  return parts.map(findPlainTextPart).find((found) => found !== undefined)
}

/** The value of one header, as people read it; '' where there is none. */
export const readHeader = (mail: string, name: string): string =>
  decodeHeaderWords(parseMimePart(mail).headers.get(name.toLowerCase()) ?? '')

/** The headers of a mail of ours, and its text as whoever it is for would read it. */
export function parseMail(mail: string): ParsedMail {
  const whole = parseMimePart(mail)
  const plain = findPlainTextPart(whole)
  return {
    headers: [...whole.headers].map(([name, value]) => ({ name, value: decodeHeaderWords(value) })),
    text: plain ? decodeBody(plain).replaceAll('\r\n', '\n').trim() : '',
  }
}
