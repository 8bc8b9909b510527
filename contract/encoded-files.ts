import { z } from 'zod'

const kilobyte = 1024

/** A size as people say it, in the units that limits are written in: `200 kB`, `4 MB`. */
const formatFileSize = (bytes: number): string =>
  bytes < kilobyte * kilobyte ? `${bytes / kilobyte} kB` : `${bytes / kilobyte / kilobyte} MB`

/** How long so many bytes are in base64, with a little more, so that too much is told as such. */
export const maxBase64Length = (bytesMax: number): number => Math.ceil((bytesMax * 4) / 3) + 4

/** A file's bytes in base64. */
export const encodedFile = (bytesMax: number) =>
  z.base64().max(maxBase64Length(bytesMax), `Choose a file of at most ${formatFileSize(bytesMax)}`)
