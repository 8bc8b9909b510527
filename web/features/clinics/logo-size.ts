/** A logo is at the most half as high as it may be wide: it stands in one line with a name. */
const logo_height_ratio_max = 0.5

/** The size at which a picture of this size is drawn: its own proportions, no larger than it is, never less than a pixel. */
export function fitLogoSize(
  width: number,
  height: number,
  widthMax: number,
): { width: number; height: number } {
  const scale = Math.min(1, widthMax / width, (widthMax * logo_height_ratio_max) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
