import { z } from 'zod'
import { type ContentFile, type Problem, type Report, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { line } from './library-schema.ts'
import type { LibraryProcedures } from './library-types.ts'
import type { LoadedTemplate } from './template-loader.ts'

const word = z.string().regex(/^[a-z]+(-[a-z]+)*$/)
/** What every kind names a value of. */
const guidelines = ['endocarditis', 'bleeding', 'bone', 'injection', 'sedation'] as const
type Guideline = (typeof guidelines)[number]

const GuidelineOf = z.strictObject({
  title: line,
  source: line,
  /** From the mildest to the gravest; the first says that it does not apply. */
  values: z.record(word, line),
})
const Property = z.strictObject({ is: line, not: line, blocks: z.array(line).min(1).optional() })

const Kind = z.strictObject({
  name: line,
  ...{ endocarditis: word, bleeding: word, bone: word, injection: word },
  sedation: z.array(word).min(1),
  has: z.array(word),
  because: z.partialRecord(z.enum(guidelines), line).default({}),
  /** Rarely meant by its type: a practice's own treatment, known by its type alone, is not taken for it. */
  isUncommon: z.boolean().default(false),
  treatments: z.array(line).min(1),
})

const ProceduresFile = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  guidelines: z.record(z.enum(guidelines), GuidelineOf),
  properties: z.record(word, Property),
  kinds: z.array(Kind).min(1),
})
type Book = z.infer<typeof ProceduresFile>

/** Reads `content/procedures.yaml`: every treatment once, by names that lead somewhere. */
export function loadProcedures(
  file: ContentFile,
  templates: readonly LoadedTemplate[],
  problems: Problem[],
): LibraryProcedures | null {
  const report = reporter(file, problems)
  const book = parseYaml(file.text, ProceduresFile, report)
  if (!book) return null
  reportNames(book, report)
  const kindOf = reportTreatments(book, templates, report)
  const treatments = templates.flatMap((template) => {
    const kind = kindOf.get(template.shipped.id)
    return kind
      ? { id: template.shipped.id, kind: kind.name, properties: propertiesOf(book, kind, template) }
      : []
  })
  return { ...book, treatments }
}

const valuesOf = (kind: Book['kinds'][number], guideline: Guideline): string[] => [kind[guideline]].flat()

function reportNames({ guidelines: known, properties, kinds }: Book, report: Report): void {
  for (const kind of kinds) {
    for (const guideline of guidelines)
      for (const value of valuesOf(kind, guideline))
        if (!known[guideline].values[value]) report(0, `${kind.name}: ${guideline} cannot be "${value}"`)
    for (const name of kind.has)
      if (!properties[name] || properties[name].blocks)
        report(0, `${kind.name}: there is no property "${name}" to name`)
  }
}

function reportTreatments({ kinds }: Book, templates: readonly LoadedTemplate[], report: Report) {
  const kindOf = new Map<string, Book['kinds'][number]>()
  for (const kind of kinds)
    for (const id of kind.treatments) {
      if (kindOf.has(id)) report(0, `"${id}" is of two kinds`)
      if (!templates.some(({ shipped }) => shipped.id === id)) report(0, `there is no treatment "${id}"`)
      kindOf.set(id, kind)
    }
  for (const { shipped } of templates)
    if (!kindOf.has(shipped.id)) report(0, `"${shipped.id}" is of no kind: its rules are not known`)
  return kindOf
}

function propertiesOf(
  { properties }: Book,
  kind: Book['kinds'][number],
  { blocks }: LoadedTemplate,
): string[] {
  const ofWording = Object.entries(properties).flatMap(([name, property]) =>
    property.blocks?.some((block) => blocks.includes(block)) ? name : [],
  )
  const ofGuidelines = guidelines.flatMap((guideline) =>
    valuesOf(kind, guideline).map((value) => `${guideline}-${value}`),
  )
  return [...ofGuidelines, ...kind.has, ...ofWording]
}

/** Every property that a rule may name, those of guidelines with their value. */
export const propertyNames = ({ guidelines: known, properties }: LibraryProcedures): string[] => [
  ...guidelines.flatMap((guideline) =>
    Object.keys(known[guideline]!.values).map((value) => `${guideline}-${value}`),
  ),
  ...Object.keys(properties),
]

/**
 * What is true of at least one of several treatments: where they differ by a guideline the gravest counts. Sedation is a
 * way to have a treatment, with a form of its own: where one of them is had without, none is taken for granted.
 */
export function mergeProperties(
  { guidelines: known }: LibraryProcedures,
  all: readonly (readonly string[])[],
): string[] {
  const union = [...new Set(all.flat())]
  const milder = new Set(
    Object.entries(known).flatMap(([guideline, { values }]) => {
      const there = Object.keys(values)
        .map((value) => `${guideline}-${value}`)
        .filter((name) => union.includes(name))
      if (guideline === 'sedation') return there[0] === 'sedation-none' ? there.slice(1) : []
      return there.slice(0, -1)
    }),
  )
  return union.filter((name) => !milder.has(name))
}
