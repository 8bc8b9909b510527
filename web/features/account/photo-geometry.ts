/** A photo's side as it is kept, in pixels, and how much of it the JPEG keeps. */
export const photo_side_px = 256
export const photo_jpeg_quality = 0.85

/** The largest square in the middle of a picture. */
export function centerCropSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** The bytes of a `data:` address, as text in base64. */
export const base64FromDataUrl = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)

/** How many bytes a text in base64 stands for. */
export function base64ByteLength(text: string): number {
  const padding = /=*$/.exec(text)?.[0].length ?? 0
  return (text.length / 4) * 3 - padding
}
