import { file_signature_bytes, isHeic, type PictureProblem } from '../../../contract/file-problems.ts'
import { detectPicture } from './picture-type.ts'

const text = (content: Uint8Array, from: number, to: number) =>
  Buffer.from(content.subarray(from, to)).toString('latin1')

/** Begins as one of the three kinds of picture that are read. */
const hasPictureSignature = (content: Uint8Array): boolean =>
  text(content, 0, 3) === '\xff\xd8\xff' ||
  text(content, 0, 4) === '\x89PNG' ||
  (text(content, 0, 4) === 'RIFF' && text(content, 8, 12) === 'WEBP')

/** Why what somebody sent as a picture cannot be one; null where it is a whole picture, or something else entirely. */
export function findPictureProblem(content: Uint8Array): PictureProblem | null {
  if (isHeic(content.subarray(0, file_signature_bytes))) return 'heic-photo'
  return hasPictureSignature(content) && !detectPicture(content) ? 'file-damaged' : null
}
