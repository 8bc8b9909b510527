/** How much of a picture the JPEG keeps; the lower one where the first is too large to be kept. */
export const picture_qualities = [0.9, 0.7] as const

/** A picture's size once its longer side is at most `sideMax`; a smaller one stays as it is. */
export function fitPictureSize(
  width: number,
  height: number,
  sideMax: number,
): { width: number; height: number } {
  const scale = Math.min(1, sideMax / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
