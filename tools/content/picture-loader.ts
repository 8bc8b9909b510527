import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { textConditions } from '../../contract/conditional-wording.ts'
import { longSentences } from '../../wording/reading-checks.ts'
import { findBannedWords, findPromises, findAmericanSpellings } from '../../wording/word-checks.ts'
import { type ContentFile, type Problem, type Report, nameOf, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryPicture, LibraryTreatments } from './library-types.ts'

const line = z.string().trim().min(1)

const PictureFields = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: line.max(80),
  /** Everything that the picture tells, in plain words; what a number in it means. */
  alt: line.min(80).max(900),
  /** Where it stands in a text. */
  section: line.default('Treatment Description'),
  /** Treatment types in all of whose texts it stands, but for those of `except`. */
  types: z.array(line).default([]),
  except: z.array(line).default([]),
  subtypes: z.array(line).default([]),
  /** The condition under which it is shown (`contract/conditional-wording.ts`); absent where it always is. */
  only: z.enum(textConditions.map(({ name }) => name)).optional(),
})
type PictureFields = z.infer<typeof PictureFields>

export type Pictures = {
  /** The pictures in the order in which a text shows them. */
  pictures: LibraryPicture[]
  /** Ids by treatment subtype. */
  bySubtype: ReadonlyMap<string, string[]>
}

/** `content/pictures/`: the list, and a drawing for each entry of it. */
export function loadPictures(
  { list, drawings }: { list: ContentFile; drawings: ContentFile[] },
  treatments: LibraryTreatments,
  problems: Problem[],
): Pictures {
  const report = reporter(list, problems)
  const entries = parseYaml(list.text, z.array(PictureFields).min(1), report) ?? []
  const svgs = new Map(drawings.map((file) => [nameOf(file), file]))
  for (const [name] of svgs) {
    if (!entries.some(({ id }) => id === name)) report(0, `no entry is for ${name}.svg`)
  }
  const bySubtype = new Map<string, string[]>()
  const pictures = entries.flatMap((entry, index) => {
    if (entries.findIndex(({ id }) => id === entry.id) < index) report(0, `"${entry.id}" is there twice`)
    checkWords(entry, report)
    for (const subtype of subtypesOf(entry, treatments, report))
      bySubtype.set(subtype, [...(bySubtype.get(subtype) ?? []), entry.id])
    const drawing = svgs.get(entry.id)
    if (!drawing) {
      report(0, `${entry.id}.svg is missing`)
      return []
    }
    const { id, title, alt, section, only } = entry
    const svg = parseSvgDrawing(drawing, alt, reporter(drawing, problems))
    return { id, title, alt, section, svg, ...(only && { only }) }
  })
  return { pictures, bySubtype }
}

function checkWords({ id, title, alt }: PictureFields, report: Report): void {
  const passages = [title, alt].map((text) => ({ title: id, text }))
  const remarks = [
    ...passages.flatMap((passage) => [
      ...findBannedWords(passage),
      ...findPromises(passage),
      ...findAmericanSpellings(passage),
    ]),
    ...longSentences(id, alt),
  ]
  for (const { section, message } of remarks) report(0, `${section ?? id}: ${message}`)
}

/** The subtypes whose texts show it; a name that leads nowhere is reported. */
function subtypesOf(
  { id, types, except, subtypes }: PictureFields,
  { builtIn, supplementary }: LibraryTreatments,
  report: Report,
): string[] {
  const all = [...builtIn, ...supplementary]
  const ofTypes = types.flatMap((type) => {
    const found = all.find(({ name }) => name === type)
    if (!found) report(0, `${id}: the type "${type}" is not in content/treatments.yaml`)
    return found?.subtypes ?? []
  })
  for (const subtype of except)
    if (!ofTypes.includes(subtype)) report(0, `${id}: "${subtype}" of except is of none of its types`)
  for (const subtype of subtypes)
    if (!all.some((type) => type.subtypes.includes(subtype)))
      report(0, `${id}: the subtype "${subtype}" is not in content/treatments.yaml`)
  return [...new Set([...ofTypes.filter((subtype) => !except.includes(subtype)), ...subtypes])]
}

const drawing_bytes_max = 10 * 1024

/** Shapes and nothing else: no script, no style, no text in a font that another device has not, nothing from elsewhere. */
const elements = [
  'svg',
  'g',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'defs',
  'use',
]
const attributes = new Set(
  [
    'xmlns viewBox id transform d cx cy r rx ry x y x1 y1 x2 y2 width height points href opacity',
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity',
  ]
    .join(' ')
    .split(' '),
)
const namespace = 'http://www.w3.org/2000/svg'

/** A drawing without its comments and line breaks; what must not be in it is reported. */
export function parseSvgDrawing(file: ContentFile, alt: string, report: Report): string {
  if (Buffer.byteLength(file.text) > drawing_bytes_max) report(0, 'is larger than 10 kB')
  if (/<[!?](?!--)/.test(file.text)) report(0, 'may not have declarations or instructions')
  const numbers = new Set<string>()
  let svg = ''
  let depth = 0
  let drawings = 0
  const parser = new Parser(
    {
      onopentag(name, given) {
        if (!elements.includes(name)) report(0, `may not have the element <${name}>`)
        if (depth === 0) drawings += 1
        if ((depth === 0) !== (name === 'svg') || drawings > 1) report(0, 'must be one <svg>')
        if (depth === 0 && (given.xmlns !== namespace || !/^0 0 \d+ \d+$/.test(given.viewBox ?? '')))
          report(0, 'must have the xmlns of SVG and a viewBox that begins at 0 0')
        for (const [attribute, value] of Object.entries(given)) checkAttribute(attribute, value, report)
        const number = name === 'use' && /^#number-(\d)$/.exec(given.href ?? '')?.[1]
        if (number) numbers.add(number)
        const written = Object.entries(given).map(([attribute, value]) => ` ${attribute}="${value}"`)
        svg += `<${name}${written.join('')}>`
        depth += 1
      },
      onclosetag(name) {
        depth -= 1
        svg += `</${name}>`
      },
      ontext(text) {
        if (text.trim()) report(0, 'may not have text')
      },
    },
    { xmlMode: true },
  )
  parser.end(file.text)
  svg = svg.replaceAll(/><\/(?:path|circle|ellipse|rect|line|polyline|polygon|use)>/g, '/>')
  // What a parser corrects in silence, another one may read in another way.
  if (drawings === 0 || minifySvg(svg) !== minifySvg(file.text))
    report(0, 'is not written as XML, with double quotes')
  for (const number of numbers)
    if (!new RegExp(`\\b${number}\\b`).test(alt))
      report(0, `the text alternative does not say what ${number} is`)
  return svg
}

/** Without comments, and without what only sets lines. */
const minifySvg = (text: string) =>
  text
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(\/?>) ?/g, '$1')
    .trim()

function checkAttribute(name: string, value: string, report: Report): void {
  if (!attributes.has(name)) report(0, `may not have the attribute ${name}`)
  if (
    name === 'href' ? !/^#[\w-]+$/.test(value) : /url\(|[<>&"]|:(?!\/\/www\.w3\.org\/2000\/svg$)/i.test(value)
  )
    report(0, `${name} may not be "${value}"`)
}
