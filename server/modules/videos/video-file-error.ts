import { isHeic } from '../../../contract/file-problems.ts'
import { uploads } from '../../../contract/index.ts'
import { RefusedError } from '../../platform/http/refusal.ts'
import { formatOf } from './video-rules.ts'

/** Why a file that begins so is not taken, whatever it is called: judged while it arrives. Null where it is. */
export function videoFileError(head: Buffer): Error | null {
  if (formatOf(head)) return null
  const reason = isHeic(head) ? 'heic-photo' : 'format-unsupported'
  const { code, message } = uploads.videos.forClinic.meta.refusals[reason]!
  return new RefusedError(code, message, { reason })
}
