import type { Refusal } from './kit.ts'

const heic =
  'This photo is in Apple’s HEIC format, which is not supported. Send it as a JPEG; or on the iPhone choose Settings > Camera > Formats > Most Compatible and take the photo again.'

/** Why a picture cannot be taken in, whatever it is called: what it is, and what to do about it. */
export const pictureProblems = {
  'heic-photo': { code: 'invalid-argument', message: heic },
  'file-damaged': {
    code: 'invalid-argument',
    message:
      'This file is damaged or incomplete. Open it to see whether it is whole, then save or scan it again.',
  },
} as const satisfies Record<string, Refusal>

/** The same of what may be a PDF as well. */
export const fileProblems = {
  ...pictureProblems,
  'pdf-locked': {
    code: 'invalid-argument',
    message: 'This PDF is protected with a password. Save a copy without a password and choose that.',
  },
  'pdf-active': {
    code: 'invalid-argument',
    message:
      'This PDF contains scripts, automatic actions, form programs or attached files, which are not allowed. Print it to a new PDF, or scan the paper, and choose that.',
  },
} as const satisfies Record<string, Refusal>

/** What is answered in place of a file that was found to hold malware after it was saved. */
export const fileQuarantinedRefusal = {
  code: 'aborted',
  message: 'This file is not available at the moment. The practice has been informed.',
} as const satisfies Refusal

export type PictureProblem = keyof typeof pictureProblems
export type FileProblem = keyof typeof fileProblems

/** How much of a file's beginning tells its kind. */
export const file_signature_bytes = 64

/** Brands of HEIF with pictures coded as HEVC (ISO/IEC 23008-12, annex B); the first two name the container alone. */
const heifBrands = ['mif1', 'msf1', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** Whether a file is a HEIC or HEIF photo by the brand it begins with, whatever its name says. */
export function isHeic(start: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to))
  return text(4, 8) === 'ftyp' && heifBrands.includes(text(8, 12))
}

/** The same of what a file is said to be: by its type, or by its ending where a system names no type. */
export const isDeclaredHeic = ({ name, type }: { name: string; type: string }): boolean =>
  type ? /^image\/hei[cf](-sequence)?$/i.test(type) : /\.(hei[cf]s?|hif)$/i.test(name)

/** What is said where a video is wanted: a Live Photo reaches a computer as its picture alone. */
export const heicInsteadOfVideoMessage =
  'This is a photo in Apple’s HEIC format, not a video. For a Live Photo, send its video: on the iPhone open it in Photos, choose More (…) > Save as Video, and choose that video here.'

/** Why a browser could not read a chosen file as a picture; `otherwise` where its bytes do not tell. */
export async function unreadablePictureProblem(file: Blob, otherwise: string): Promise<string> {
  const start = new Uint8Array(await file.slice(0, file_signature_bytes).arrayBuffer())
  return isHeic(start) ? heic : otherwise
}
