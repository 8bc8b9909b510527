import { unreadablePictureProblem } from '../../../contract/file-problems.ts'
import { logo_bytes_max } from '../../../contract/limits.ts'
import { fitLogoSize } from './logo-size.ts'

const unreadableImageText =
  'This file could not be read as a picture. Choose a PNG, JPEG, WebP or SVG picture.'

/** The sides that are tried, the largest first: a plain logo fits at once, a photograph needs to be smaller. */
const candidateWidths = [960, 640, 400, 240]

/**
 * A chosen picture as a PNG in base64, drawn anew here: scripts of a drawing and what cameras write into their files
 * never leave this device, and letters keep their sharp edges.
 */
export async function resizeLogo(file: File): Promise<string> {
  const picture = await loadImage(file)
  for (const width of candidateWidths) {
    const image = renderAtSize(picture, width)
    if ((image.length * 3) / 4 <= logo_bytes_max) return image
  }
  throw new Error('This picture is too detailed for a logo. Choose a simpler one.')
}

/** Through an image element, which also reads drawings; it runs nothing of what they hold. */
async function loadImage(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch {
    throw new Error(await unreadablePictureProblem(file, unreadableImageText))
  } finally {
    URL.revokeObjectURL(address)
  }
  if (picture.naturalWidth === 0 || picture.naturalHeight === 0) throw new Error(unreadableImageText)
  return picture
}

function renderAtSize(picture: HTMLImageElement, widthMax: number): string {
  const { width, height } = fitLogoSize(picture.naturalWidth, picture.naturalHeight, widthMax)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(unreadableImageText)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
  return canvas.toDataURL('image/png').split(',')[1]!
}
