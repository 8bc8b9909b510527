import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import {
  ticket_files_bytes_max,
  ticket_files_max,
  ticket_subject_length_max,
} from '../../../contract/limits.ts'
import { visibleLine } from '../../../contract/visible-text.ts'
import { normalizeEmail } from '../identity/index.ts'
import { sanitiseText, stripQuotedText, htmlToText } from './mail-text.ts'
import { checkFile, type CheckedFile } from './ticket-file-content.ts'

/** What a mail says, as far as a ticket keeps it. */
export type ParsedMail = {
  /** A hash of its name, or of itself where it has none: the same for a mail that comes twice. */
  hash: string
  from: string
  name: string
  /** Every address that it came to, by its own account and by that of the servers it passed. */
  recipients: string[]
  subject: string
  words: string
  files: CheckedFile[]
  /** Names of attachments that are not kept. */
  leftOut: string[]
  /** Written by a program: nobody is answered, and nothing begins because of it. */
  isAutomatic: boolean
}

const flattenAddresses = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]))

const envelopeHeaders = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

function recipientsOf({ to, cc, headers }: Email): string[] {
  const served = headers.filter(({ key }) => envelopeHeaders.has(key)).map(({ value }) => value)
  return [...flattenAddresses(to), ...flattenAddresses(cc), ...served].map((address) =>
    address.trim().toLowerCase(),
  )
}

/** By RFC 3834, and by what programs wrote into mails before there was one. */
function isAutomatic({ headers }: Email, from: string): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = valueOf('auto-submitted')
  if (submitted !== undefined && !submitted.startsWith('no')) return true
  if (/^(bulk|junk|list|auto_reply)\b/.test(valueOf('precedence') ?? '')) return true
  if (['x-autoreply', 'x-autorespond', 'list-id'].some((name) => valueOf(name) !== undefined)) return true
  if (valueOf('return-path') === '<>') return true
  if (valueOf('content-type')?.startsWith('multipart/report')) return true
  return /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/.test(from)
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/** As many attachments as one entry takes; pictures that only adorn the mail's own page are no attachments. */
async function filesOf({ attachments }: Email): Promise<Pick<ParsedMail, 'files' | 'leftOut'>> {
  const [files, leftOut] = [[] as CheckedFile[], [] as string[]]
  let sum = 0
  for (const attachment of attachments) {
    if (attachment.related) continue
    const name = sanitiseText(attachment.filename ?? 'attachment', 120) || 'attachment'
    const found = files.length < ticket_files_max ? await checkFile(name, bytesOf(attachment)) : null
    const file = typeof found === 'string' ? null : found
    sum += file?.bytes.byteLength ?? 0
    if (file && sum <= ticket_files_bytes_max) files.push(file)
    else leftOut.push(name)
  }
  return { files, leftOut: leftOut.slice(0, 20) }
}

function textOfMail({ text, html }: Email): string {
  const whole = text?.trim() ? text : htmlToText(html ?? '')
  // Who answers below what they quote would be left with nothing.
  return sanitiseText(stripQuotedText(whole) || whole)
}

/** Reads a mail as it came; null for what is none, or does not say whom it is from. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail | null> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 30, forceRfc822Attachments: true }).catch(
    () => null,
  )
  const from = mail?.from && !mail.from.group ? normalizeEmail(mail.from.address) : null
  if (!mail || !from) return null
  const hash = createHash('sha256')
    .update(mail.messageId ?? raw)
    .digest('hex')
  return {
    ...{ hash, from, name: sanitiseText(visibleLine(mail.from!.name), 120) },
    recipients: recipientsOf(mail),
    subject: sanitiseText(visibleLine(mail.subject ?? ''), ticket_subject_length_max),
    words: textOfMail(mail),
    ...(await filesOf(mail)),
    isAutomatic: isAutomatic(mail, from),
  }
}
