/**
 * Which colours a practice may show its name in: readable as text and under the white words of a button
 * (WCAG 2.2, 1.4.3). Import-free, so that browsers may use it as a value.
 */
export const contrast_min = 4.5

/** The product's own colour, where a practice has chosen none. */
export const default_brand_colour = '#0b5563'

/** How much of the colour its pale tint holds: what stands behind notes on patients' pages. */
const tint_ratio = 0.06

/** What else lies behind text in the practice's colour: white, and the grounds of notes (web/ui/tokens.css). */
export const backgrounds = {
  surface: '#ffffff',
  paper: '#f8fbfb',
  'ok-soft': '#dff9e8',
  'warn-soft': '#fff2d2',
  'bad-soft': '#ffeeec',
} as const

type Channels = readonly [red: number, green: number, blue: number]

export const isHexColour = (typed: string): boolean => /^#[\da-f]{6}$/.test(typed)

function parseHexColour(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const formatHexColour = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** WCAG's relative luminance, from 0 for black to 1 for white. */
function relativeLuminance(colour: string): number {
  const [red, green, blue] = parseHexColour(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG's contrast ratio of two colours, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [relativeLuminance(one), relativeLuminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour so far thinned with white that it can lie behind text. */
export const tintOf = (colour: string): string =>
  formatHexColour(parseHexColour(colour).map((channel) => 255 + (channel - 255) * tint_ratio))

/** Whether text in the colour can be read on every ground and on the colour's own tint, and white text on the colour. */
export const isReadableColour = (colour: string): boolean =>
  [...Object.values(backgrounds), tintOf(colour)].every(
    (ground) => contrastRatio(colour, ground) >= contrast_min,
  )

/** The same hue darkened no further than it must be; the colour itself where it can be read. */
export function nearestReadableColour(colour: string): string {
  const channels = parseHexColour(colour)
  const brightest = Math.max(...channels, 1)
  for (let level = brightest; level > 0; level--) {
    const darker = formatHexColour(channels.map((channel) => (channel * level) / brightest))
    if (isReadableColour(darker)) return darker
  }
  return '#000000'
}
