import { describe, expect, test } from 'vitest'
import { drawToothChart } from './tooth-picture.ts'

const draw = (...codes: string[]) => new TextDecoder().decode(drawToothChart(codes))
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

describe('the tooth chart', () => {
  test.each([
    ['adult teeth', ['46', '11'], 32, 2],
    ['baby teeth', ['85'], 20, 1],
    ['both', ['46', '85', '51'], 52, 3],
  ])('shows %s and marks those named', (_, codes, teeth, marked) => {
    const chart = draw(...codes)
    expect(count(chart, /<rect/g)).toBe(teeth)
    expect(count(chart, /<rect[^>]*fill="#0b5563"/g)).toBe(marked)
    expect(chart).not.toMatch(/undefined|NaN/)
  })

  test('marks the tooth in its place: the lower right first molar is third from the left below', () => {
    const cells = Array.from(draw('46').matchAll(/<rect x="([\d.]+)" y="([\d.]+)"[^>]*fill="(#\w+)"/g))
    const below = cells.slice(16)
    expect(below.findIndex(([, , , fill]) => fill === '#0b5563')).toBe(2)
    expect(below.map(([, x]) => Number(x))).toEqual(below.map(([, x]) => Number(x)).toSorted((a, b) => a - b))
  })

  test('is not drawn without teeth', () => {
    expect(drawToothChart([])).toBeUndefined()
  })
})
