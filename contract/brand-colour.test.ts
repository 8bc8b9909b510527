import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  contrastRatio,
  backgrounds,
  isReadableColour,
  nearestReadableColour,
  tintOf,
} from './brand-colour.ts'

// Ratios as WebAIM's contrast checker gives them.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#0b5563', '#ffffff', 8.44],
  ['#ff0000', '#ffffff', 4],
  ['#ffff00', '#ffffff', 1.07],
  ['#0000ff', '#ffffff', 8.59],
])('%s on %s has the contrast %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1)
  expect(contrastRatio(other, one)).toBe(contrastRatio(one, other))
})

test.each<[colour: string, is: boolean]>([
  ['#0b5563', true],
  ['#000000', true],
  ['#0000ff', true],
  ['#6b6b6b', true],
  // Enough on white alone, too little on its own tint.
  ['#767676', false],
  ['#777777', false],
  ['#ff0000', false],
  ['#ffffff', false],
  ['#e8b800', false],
])('%s is readable: %s', (colour, is) => expect(isReadableColour(colour)).toBe(is))

test.each(['#ff0000', '#e8b800', '#ffffff', '#7fd3ff', '#00ff00', '#777777'])(
  'a readable colour is offered for %s: the same hue, and no darker than it must be',
  (colour) => {
    const offered = nearestReadableColour(colour)
    expect(isReadableColour(offered)).toBe(true)
    const channels = (of: string) => [1, 3, 5].map((at) => Number.parseInt(of.slice(at, at + 2), 16))
    const shareOf = (of: string) => channels(of).map((channel) => channel / Math.max(...channels(of)))
    for (const [at, share] of shareOf(colour).entries()) expect(shareOf(offered)[at]).toBeCloseTo(share, 1)
    const brighter = `#${channels(offered)
      .map((channel) =>
        Math.min(255, Math.ceil(channel * 1.03))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    expect(isReadableColour(brighter)).toBe(false)
  },
)

test('what is readable already stays as it is', () => {
  expect(nearestReadableColour('#0b5563')).toBe('#0b5563')
  expect(nearestReadableColour('#000000')).toBe('#000000')
})

test('the tint is nearly white', () => {
  expect(tintOf('#000000')).toBe('#f0f0f0')
  expect(tintOf('#ffffff')).toBe('#ffffff')
})

/** A colour of the tokens as hexadecimal sRGB: Björn Ottosson's OKLab matrices, and the transfer curve of sRGB. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((light) => {
    const within = Math.min(Math.max(light, 0), 1)
    return within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055
  })
  return `#${channels
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

test('the grounds are those of the tokens', () => {
  const tokens = readFileSync(new URL('../web/ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, ground] of Object.entries(backgrounds)) {
    const [, ...parts] = new RegExp(`--color-${name}: oklch\\((\\S+) (\\S+) (\\S+)\\)`).exec(tokens)!
    expect(hexOf(...(parts.map(Number) as [number, number, number])), name).toBe(ground)
  }
})
