import { annotationPath, annotationColours, annotationSizes } from '../../../contract/picture-annotations.ts'
import type { PatientPicture } from '../../../contract/pictures.ts'
import { toothLabel } from '../../../contract/teeth.ts'
import { digits } from './tooth-picture.ts'

/** An X-ray or photograph that was shown, with its bytes once they are fetched for drawing. */
export type AnnotatedPicture = PatientPicture & { bytes?: Uint8Array }

const digit_wide = 4
const digit_high = 6
const digit_gap = 0.9

/** A number as strokes of the pen, its middle at a place; the tooth chart says why it is not written. */
function drawDigits(number: number, { x, y }: { x: number; y: number }, high: number): string {
  const signs = [...String(number)]
  const scale = high / digit_high
  const wide = signs.length * digit_wide + (signs.length - 1) * digit_gap
  const [left, top] = [x - (wide * scale) / 2, y - high / 2].map((at) => at.toFixed(1))
  const paths = signs.map(
    (sign, nth) => `<path d="${digits[sign]}" transform="translate(${nth * (digit_wide + digit_gap)} 0)"/>`,
  )
  return `<g transform="translate(${left} ${top}) scale(${scale.toFixed(3)})" stroke="${annotationColours.edge}" stroke-width=".9">${paths.join('')}</g>`
}

function drawAnnotation(mark: PatientPicture['marks'][number], number: number, size: PatientPicture): string {
  const { path, sign } = annotationPath(mark, size)
  const { line, edge, sign: radius } = annotationSizes(size)
  return (
    `<path d="${path}" stroke="${annotationColours.edge}" stroke-width="${edge.toFixed(1)}"/>` +
    `<path d="${path}" stroke="${annotationColours.line}" stroke-width="${line.toFixed(1)}"/>` +
    `<circle cx="${sign.x}" cy="${sign.y}" r="${radius.toFixed(1)}" fill="${annotationColours.line}" stroke="${annotationColours.edge}" stroke-width="${(edge / 4).toFixed(1)}"/>` +
    drawDigits(number, sign, radius)
  )
}

/** A picture with its marks over it, as one SVG picture; undefined where there are no bytes to draw. */
export function renderAnnotatedPicture({ bytes, ...picture }: AnnotatedPicture): Uint8Array | undefined {
  if (!bytes) return undefined
  const { width, height, type, marks } = picture
  const pixels = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `fill="none" stroke-linecap="round" stroke-linejoin="round">` +
      `<image width="${width}" height="${height}" href="${pixels}"/>` +
      `${marks.map((mark, nth) => drawAnnotation(mark, nth + 1, picture)).join('')}</svg>`,
  )
}

/** Each mark in words, by its number: its tooth in both notations and by name, and what is said of it. */
const annotationTexts = ({ marks }: Pick<PatientPicture, 'marks'>): string[] =>
  marks.map(
    ({ tooth, note }) => [tooth ? toothLabel(tooth) : '', note].filter(Boolean).join(': ') || 'A mark',
  )

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const page_wide_mm = 150
const page_high_mm = 100

/** A picture as the record prints it: its words, and how wide it stands on the page. */
export function describeAnnotatedPicture(picture: AnnotatedPicture) {
  const { kind, caption, takenOn, alt, width, height } = picture
  const marks = annotationTexts(picture)
  const marked = marks.map((words, nth) => `${nth + 1}, ${words}`).join('; ')
  return {
    kind: kind === 'xray' ? 'X-ray' : 'Photograph',
    caption,
    taken: takenOn ? `Taken on ${day.format(new Date(`${takenOn}T00:00:00Z`))}` : null,
    alt,
    spoken: marked ? `${alt} Marked: ${marked}.` : alt,
    marks,
    wideMm: Math.round(Math.min(page_wide_mm, (page_high_mm * width) / height)),
  }
}
