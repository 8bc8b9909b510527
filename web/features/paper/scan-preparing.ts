import { unreadablePictureProblem } from '../../../contract/file-problems.ts'
import { fileContent } from '../../ui/file-content.ts'

/** A file of a scan as it will be sent. */
export type PreparedFile = { id: string; name: string; bytes: number; content: string }

/** Enough for small print on a sheet of A4, and a tenth of what a phone's camera makes. */
const long_side_pixels_max = 2600
const jpeg_quality = 0.85

const pdfMagicBytes = '%PDF-'
const isPdf = async (file: Blob): Promise<boolean> =>
  (await file.slice(0, pdfMagicBytes.length).text()) === pdfMagicBytes

/** The size of a picture that is too large for what it shows. */
export function fitScanSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, long_side_pixels_max / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Draws a photo anew, upright and without what cameras write into it, such as where it was taken. */
async function redrawPhoto(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(async () => {
    const unreadable = `“${file.name}” is neither a PDF nor a picture that this browser can read.`
    throw new Error(await unreadablePictureProblem(file, unreadable))
  })
  const canvas = Object.assign(document.createElement('canvas'), fitScanSize(picture))
  const surface = canvas.getContext('2d')
  if (!surface) throw new Error('This browser cannot prepare pictures. Choose a PDF instead.')
  // What is see-through would turn black.
  surface.fillStyle = '#fff'
  surface.fillRect(0, 0, canvas.width, canvas.height)
  surface.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/jpeg', jpeg_quality)
  const drawn = await promise
  if (!drawn) throw new Error('This picture is too large for this browser. Photograph the page again.')
  return drawn
}

/** Makes a chosen file ready to be sent: a PDF as it is, a picture drawn anew. */
export async function prepareScan(file: File): Promise<PreparedFile> {
  const ready = (await isPdf(file)) ? file : new File([await redrawPhoto(file)], file.name)
  return { id: crypto.randomUUID(), name: file.name, bytes: ready.size, content: await fileContent(ready) }
}
