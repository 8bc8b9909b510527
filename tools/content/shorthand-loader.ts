import { z } from 'zod'
import { type ContentFile, type Problem, nameOf, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryFactorBook, LibraryShorthand, LibraryTreatments } from './library-types.ts'

const line = z.string().trim().min(1)
const words = z.array(line).min(1)
const answer = z.enum(['yes', 'no', 'unknown'])
const area = z.enum([
  'full mouth',
  'upper arch',
  'lower arch',
  'upper right quadrant',
  'upper left quadrant',
  'lower left quadrant',
  'lower right quadrant',
])

const When = z.strictObject({
  teeth: z
    .enum([
      'any',
      'several',
      'baby',
      'anterior',
      'premolar',
      'molar',
      'upper-wisdom',
      'lower-wisdom',
      'upper-back',
    ])
    .optional(),
  diagnosis: line.optional(),
  factor: line.optional(),
  treatment: line.optional(),
  mentions: line.optional(),
  age: z.enum(['child', 'young child', 'adult']).optional(),
  offer: line.optional(),
  choose: words.optional(),
})

const Treatments = z.strictObject({
  treatments: z.array(
    z.strictObject({
      says: line,
      words,
      offers: words,
      open: z.boolean().default(false),
      place: z.enum(['tooth', 'own', 'none']).default('tooth'),
      area: area.optional(),
      image: z.boolean().default(false),
      past: line.optional(),
      absorbs: z.array(line).default([]),
      when: z.array(When).default([]),
    }),
  ),
  materials: z.array(z.strictObject({ words, makes: z.record(line, line) })),
})

const Diagnoses = z.strictObject({ diagnoses: z.array(z.strictObject({ says: line, words, text: line })) })

const Factors = z.strictObject({
  factors: z.array(
    z.strictObject({
      words,
      factors: words,
      means: answer.optional(),
      stopped: answer,
      fields: z.record(line, line).default({}),
      units: z.boolean().default(false),
      tooth: z.boolean().default(false),
      yes: z
        .array(
          z.strictObject({
            factor: line,
            with: words.optional(),
            yearsMin: z.int().optional(),
            yearsBelow: z.int().optional(),
          }),
        )
        .default([]),
    }),
  ),
  pairs: z.array(z.strictObject({ of: line, with: words, gives: line })),
  allergens: z.array(z.strictObject({ words, factor: line })),
  noAllergies: z.array(z.strictObject({ words, factors: words })),
})

const Context = z.strictObject({
  negation: words,
  negationAfter: words,
  negationOfBefore: words,
  doubt: words,
  family: words,
  familySpeaks: words,
  patient: words,
  past: words,
  pastAfter: words,
  seenOn: words,
  failure: words,
  stopped: words,
  notPlanned: words,
  notPlannedAfter: words,
  ditto: words,
  breaks: words,
  fillers: words,
  goesOn: words,
  allergicTo: words,
  allergy: words,
  child: words,
  adult: words,
})

const Places = z.strictObject({
  positions: z.array(z.strictObject({ digit: z.int().min(1).max(8), words })),
  upper: words,
  lower: words,
  right: words,
  left: words,
  sideWords: z.record(z.enum(['left', 'right', 'upper', 'lower']), words),
  pairs: words,
  areas: z.array(z.strictObject({ area, words })),
})

const Shorthand = z.strictObject({
  ...Treatments.shape,
  ...Diagnoses.shape,
  ...Factors.shape,
  context: Context,
  places: Places,
  plainWords: words,
  modelInstructions: line,
})

const schemas = {
  'treatment-words': Treatments,
  'diagnosis-words': Diagnoses,
  'factor-words': Factors,
  'context-words': Context.transform((context) => ({ context })),
  'place-words': Places.transform((places) => ({ places })),
  'model-prompt': z
    .strictObject({ instructions: line })
    .transform(({ instructions }) => ({ modelInstructions: instructions })),
  'plain-words': z.strictObject({ words }).transform((plain) => ({ plainWords: plain.words })),
}

/** Reads `content/shorthand/`: words for treatments, diagnoses and factors that do not exist elsewhere are reported. */
export function loadShorthand(
  files: ContentFile[],
  known: { treatments: LibraryTreatments; factors: LibraryFactorBook | null },
  problems: Problem[],
): LibraryShorthand | null {
  let read: object = {}
  for (const [name, schema] of Object.entries(schemas)) {
    const file = files.find((one) => nameOf(one) === name)
    if (!file) throw new Error(`content/shorthand/${name}.yaml is missing`)
    const part = parseYaml(file.text, schema as z.ZodType<object>, reporter(file, problems))
    if (part === null) return null
    read = { ...read, ...part }
  }
  const shorthand = Shorthand.parse(read)
  const report = (message: string) => problems.push({ path: 'content/shorthand', line: 0, message })
  for (const name of unknownNames(shorthand, known)) report(name)
  return shorthand
}

/** Names that lead nowhere, each in words. */
function unknownNames(
  { treatments, materials, diagnoses, factors, ...rest }: z.infer<typeof Shorthand>,
  known: { treatments: LibraryTreatments; factors: LibraryFactorBook | null },
): string[] {
  const types = [...known.treatments.builtIn, ...known.treatments.supplementary]
  const subtypes = new Set(types.flatMap((type) => type.subtypes))
  const factorIds = new Set(known.factors?.factors.map(({ id }) => id))
  const says = new Set(treatments.map((one) => one.says))
  const diagnosed = new Set(diagnoses.map((one) => one.says))
  const offered = [
    ...treatments.flatMap(({ offers, when }) => [
      ...offers,
      ...when.flatMap(({ offer, choose = [] }) => (offer ? [offer, ...choose] : choose)),
    ]),
    ...materials.flatMap(({ makes }) => Object.values(makes)),
  ]
  const mentioned = [
    ...treatments.flatMap(({ absorbs, when }) => [
      ...absorbs,
      ...when.flatMap(({ treatment, mentions }) => [treatment ?? [], mentions ?? []].flat()),
    ]),
    ...materials.flatMap(({ makes }) => Object.keys(makes)),
  ]
  const asked = [
    ...factors.flatMap(({ factors: ids, yes }) => [...ids, ...yes.map(({ factor }) => factor)]),
    ...treatments.flatMap(({ past, when }) =>
      [past ?? [], when.flatMap(({ factor }) => factor ?? [])].flat(),
    ),
    ...rest.pairs.flatMap(({ of, with: others, gives }) => [of, gives, ...others]),
    ...rest.allergens.map(({ factor }) => factor),
    ...rest.noAllergies.flatMap(({ factors: ids }) => ids),
  ]
  const diagnosesAsked = treatments.flatMap(({ when }) => when.flatMap(({ diagnosis }) => diagnosis ?? []))
  return [
    ...offered.filter((one) => !subtypes.has(one)).map((one) => `there is no subtype "${one}"`),
    ...mentioned.filter((one) => !says.has(one)).map((one) => `nothing says "${one}"`),
    ...asked.filter((one) => !factorIds.has(one)).map((one) => `there is no factor "${one}"`),
    ...diagnosesAsked.filter((one) => !diagnosed.has(one)).map((one) => `there is no diagnosis "${one}"`),
  ]
}
