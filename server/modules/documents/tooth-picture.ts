import { toothRows } from '../../../contract/teeth.ts'

// Digits as strokes of the pen on a grid 4 wide and 6 high. Drawn rather than written, so that reading the
// record's text aloud or copying it gives the sentence about the teeth, not dozens of loose numbers.
export const digits: Record<string, string> = {
  1: 'M.9 1.1L2.3 0V6',
  2: 'M.2 1.5C.2-.5 3.8-.5 3.8 1.6C3.8 3.1 .2 4.3 .2 6H3.8',
  3: 'M.3 .9C1-.4 3.7-.4 3.7 1.5C3.7 2.8 2.3 2.9 1.5 2.9C2.5 2.9 3.9 3.1 3.9 4.4C3.9 6.5 .8 6.5 .1 5',
  4: 'M3 6V0L0 4.3H4',
  5: 'M3.5 0H.8L.4 2.8C1.4 1.9 3.9 2 3.9 4C3.9 6.5 .8 6.6 .1 5.2',
  6: 'M3.3 .2C1.3 .1 .2 2.1 .2 4C.2 6.7 3.8 6.7 3.8 4.1C3.8 1.7 .6 1.7 .2 4',
  7: 'M.2 0H3.8L1.5 6',
  8: 'M2 2.8C0 2.6 .2 0 2 0C3.8 0 4 2.6 2 2.8C-.4 3-.2 6 2 6C4.2 6 4.4 3 2 2.8',
}

type Tooth = { fdi: string; baby: boolean }

const cell_height = 26
const gap = 4
const midline_gap = 10
const chart_width = 508

/**
 * A chart with these teeth marked, as an SVG picture, seen as one looks at the patient: the patient's right
 * is on the left. It shows the dentition the teeth belong to, or both; without teeth there is no chart.
 */
export function drawToothChart(codes: readonly string[]): Uint8Array | undefined {
  const rows = [toothRows.upper, toothRows.upperBaby, toothRows.lowerBaby, toothRows.lower].filter((row) => {
    const dentition = row[0]?.baby
    return Object.values(toothRows)
      .flat()
      .some((tooth) => tooth.baby === dentition && codes.includes(tooth.fdi))
  })
  if (rows.length === 0) return undefined
  const height = rows.length * (cell_height + gap) - gap + 2
  const drawn = rows.map((row, index) => drawRow(row, 1 + index * (cell_height + gap), codes)).join('')
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${chart_width}" height="${height}" viewBox="0 0 ${chart_width} ${height}" ` +
      'fill="none" stroke-linecap="round" stroke-linejoin="round">' +
      `<path d="M${chart_width / 2} 0V${height}" stroke="#a9b8be"/>${drawn}</svg>`,
  )
}

function drawRow(row: readonly Tooth[], top: number, codes: readonly string[]): string {
  const widths = row.map(width)
  const total = widths.reduce((sum, each) => sum + each + gap, midline_gap - gap)
  let left = (chart_width - total) / 2
  return row
    .map((tooth, index) => {
      if (index === row.length / 2) left += midline_gap - gap
      const cell = drawCell(tooth.fdi, left, top, widths[index] ?? 0, codes.includes(tooth.fdi))
      left += (widths[index] ?? 0) + gap
      return cell
    })
    .join('')
}

/** Molars are wider than premolars, and those wider than front teeth. A child has no premolars. */
function width({ fdi, baby }: Tooth): number {
  const place = Number(fdi[1])
  if (place >= (baby ? 4 : 6)) return 32
  return place >= 4 ? 27 : 23
}

function drawCell(fdi: string, left: number, top: number, wide: number, marked: boolean): string {
  const box = `x="${left}" y="${top}" width="${wide}" height="${cell_height}" rx="6"`
  const colours = marked ? 'fill="#0b5563" stroke="#0b5563"' : 'fill="#fff" stroke="#a9b8be"'
  const at = `translate(${left + wide / 2 - 6.1} ${top + cell_height / 2 - 4.2}) scale(1.4)`
  const pen = `stroke="${marked ? '#fff' : '#16242b'}" stroke-width="${marked ? 1 : 0.72}"`
  const [first = '', second = ''] = fdi
  return (
    `<rect ${box} ${colours}/><g transform="${at}" ${pen}>` +
    `<path d="${digits[first]}"/><path d="${digits[second]}" transform="translate(4.9 0)"/></g>`
  )
}
