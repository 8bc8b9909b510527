import { detectPicture, type PictureType } from '../../platform/files/picture-type.ts'

/** A profile photo is small; anything larger is a picture meant for something else, or meant to be costly to draw. */
const side_pixels_max = 2048

/** What a photo is by its own bytes, whatever anybody calls it; null when it is no picture that we take, or too large. */
export function photoTypeOf(content: Uint8Array): PictureType | null {
  const picture = detectPicture(content)
  const fits = (side: number) => side > 0 && side <= side_pixels_max
  return picture && fits(picture.width) && fits(picture.height) ? picture.type : null
}
