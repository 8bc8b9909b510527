import { createHash } from 'node:crypto'
import type { FileProblem } from '../../../contract/file-problems.ts'
import {
  ticket_file_bytes_max,
  ticket_file_name_length_max,
  ticket_files_bytes_max,
} from '../../../contract/limits.ts'
import type { ticketFileTypes } from '../../../contract/tickets.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { detectPicture } from '../../platform/files/picture-type.ts'
import { readPdf } from '../../platform/pdf/pdf-pages.ts'

export type TicketFileType = (typeof ticketFileTypes)[number]
/** A file as it is kept: what it is by its own bytes, whatever anybody called it. */
export type CheckedFile = { name: string; type: TicketFileType; bytes: Uint8Array; sha256: string }

const extensionByType: Record<TicketFileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
}

/** Letters in UTF-8, and of the control characters only those that make lines and columns. */
function isText(bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/(?![\n\r\t\f])\p{Cc}/u.test(text)
  } catch {
    return false
  }
}

async function detectFileType(bytes: Buffer): Promise<TicketFileType | FileProblem | 'file-refused'> {
  const picture = detectPicture(bytes)
  if (picture) return picture.type
  const pages = await readPdf(bytes)
  if (pages !== null) return typeof pages === 'number' ? 'application/pdf' : pages
  return isText(bytes) ? 'text/plain' : (findPictureProblem(bytes) ?? 'file-refused')
}

/** A name without a way to other folders, and with the ending of what the file is. */
function safeFileName(typed: string, type: TicketFileType): string {
  const last = typed.split(/[/\\]/).at(-1)!
  const readable = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, '').trim()
  const ending = extensionByType[type]
  const stem = readable.replace(/\.[^.]*$/, '').slice(0, ticket_file_name_length_max - 8) || 'file'
  const isNamedSo = new RegExp(`\\.(${ending}${type === 'image/jpeg' ? '|jpeg' : ''})$`, 'i').test(readable)
  const textExtension = type === 'text/plain' ? /\.(txt|log|csv|md)$/i.exec(readable)?.[0] : undefined
  return isNamedSo || textExtension ? `${stem}${/\.[^.]*$/.exec(readable)![0]}` : `${stem}.${ending}`
}

const isAcceptedType = (type: string): type is TicketFileType => type in extensionByType

/** A file judged by its content; or why it is none that is taken. */
export async function checkFile(
  name: string,
  content: Uint8Array,
): Promise<CheckedFile | FileProblem | 'file-refused'> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.length > ticket_file_bytes_max) return 'file-refused'
  const type = await detectFileType(bytes)
  if (!isAcceptedType(type)) return type
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name: safeFileName(name, type), type, bytes, sha256 }
}

export type FileError = { reason: FileProblem | 'file-refused'; name: string } | { reason: 'files-too-large' }

/** The files of one entry as they are kept, or why they cannot be. */
export async function checkFiles(
  typed: readonly { name: string; content: string }[],
): Promise<CheckedFile[] | FileError> {
  const files: CheckedFile[] = []
  for (const { name, content } of typed) {
    const file = await checkFile(name, Buffer.from(content, 'base64'))
    if (typeof file === 'string') return { reason: file, name }
    files.push(file)
  }
  const sum = files.reduce((all, { bytes }) => all + bytes.byteLength, 0)
  return sum > ticket_files_bytes_max ? { reason: 'files-too-large' } : files
}
