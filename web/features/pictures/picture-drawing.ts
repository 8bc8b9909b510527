import { unreadablePictureProblem } from '../../../contract/file-problems.ts'
import {
  chosen_picture_bytes_max,
  own_picture_bytes_max,
  own_picture_side_max,
} from '../../../contract/limits.ts'
import { fitPictureSize, picture_qualities } from './picture-sizing.ts'

/** A chosen picture, drawn anew. */
export type RedrawnPicture = { src: string; image: string; width: number; height: number }

const unreadable = 'This file could not be read as a picture. Choose a JPEG or PNG picture.'
const tooLarge = 'This picture is too large. Choose one of at most 10 MB.'

const bytesOf = (base64: string): number => (base64.length / 4) * 3

/**
 * A chosen picture as a JPEG in base64: drawn anew here, so that where, when and of whom it was taken, which cameras and
 * X-ray programs write into their files, never leaves this device.
 */
export async function redrawPicture(file: File): Promise<RedrawnPicture> {
  if (file.size > chosen_picture_bytes_max) throw new Error(tooLarge)
  const picture = ['image/jpeg', 'image/png'].includes(file.type)
    ? await createImageBitmap(file).catch(() => null)
    : null
  if (!picture) throw new Error(await unreadablePictureProblem(file, unreadable))
  const size = fitPictureSize(picture.width, picture.height, own_picture_side_max)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(unreadable)
  // JPEG has no transparency: what shows through would turn black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, size.width, size.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  for (const quality of picture_qualities) {
    const src = canvas.toDataURL('image/jpeg', quality)
    const image = src.slice(src.indexOf(',') + 1)
    if (bytesOf(image) <= own_picture_bytes_max) return { src, image, ...size }
  }
  throw new Error(tooLarge)
}
