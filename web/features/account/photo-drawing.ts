import { whyUnreadable } from '../../../contract/file-problems.ts'
import { profile_photo_bytes_max } from '../../../contract/limits.ts'
import { base64Of, bytesOfBase64, middleSquare, photo_quality, photo_side } from './photo-sizing.ts'

const unreadable = 'This file could not be read as a picture. Choose a JPEG, PNG or WebP picture.'

/**
 * A chosen picture as a small square JPEG in base64: drawn anew here, so that where and when it was taken, which
 * phones write into their files, never leaves this device.
 */
export async function drawPhoto(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(async () => {
    throw new Error(await whyUnreadable(file, unreadable))
  })
  const { x, y, side } = middleSquare(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = photo_side
  canvas.height = photo_side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(unreadable)
  // JPEG has no transparency: what shows through would turn black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, photo_side, photo_side)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, x, y, side, side, 0, 0, photo_side, photo_side)
  picture.close()
  const image = base64Of(canvas.toDataURL('image/jpeg', photo_quality))
  if (bytesOfBase64(image) > profile_photo_bytes_max)
    throw new Error('This picture is too large. Choose another one.')
  return image
}
