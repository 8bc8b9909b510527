import { unreadablePictureProblem } from '../../../contract/file-problems.ts'
import { profile_photo_bytes_max } from '../../../contract/limits.ts'
import {
  base64FromDataUrl,
  base64ByteLength,
  centerCropSquare,
  photo_jpeg_quality,
  photo_side_px,
} from './photo-geometry.ts'

const unreadableImageText = 'This file could not be read as a picture. Choose a JPEG, PNG or WebP picture.'

/**
 * A chosen picture as a small square JPEG in base64: drawn anew here, so that where and when it was taken, which
 * phones write into their files, never leaves this device.
 */
export async function resizePhoto(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(async () => {
    throw new Error(await unreadablePictureProblem(file, unreadableImageText))
  })
  const { x, y, side } = centerCropSquare(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = photo_side_px
  canvas.height = photo_side_px
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(unreadableImageText)
  // JPEG has no transparency: what shows through would turn black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, photo_side_px, photo_side_px)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, x, y, side, side, 0, 0, photo_side_px, photo_side_px)
  picture.close()
  const image = base64FromDataUrl(canvas.toDataURL('image/jpeg', photo_jpeg_quality))
  if (base64ByteLength(image) > profile_photo_bytes_max)
    throw new Error('This picture is too large. Choose another one.')
  return image
}
