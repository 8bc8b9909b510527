import { z } from 'zod'
import { worryLevels } from '../../contract/worry-levels.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { Json } from './json-type.ts'
import type { LibraryAftercare, LibraryTreatments } from './library-types.ts'
import type { WordsByLanguage } from './words-loader.ts'

const line = z.string().trim().min(1)
const numbers = z
  .array(z.int().min(1).max(365))
  .refine((each) => new Set(each).size === each.length, 'names a number twice')
  .default([])

const Type = z.union([
  z.strictObject({ treatment: line, none: line }),
  z.strictObject({
    treatment: line,
    hours: numbers,
    days: numbers,
    surveyDays: z.int().min(1).max(365).optional(),
    urgent: z.boolean().default(false),
  }),
])
const Schedule = z.strictObject({
  morning: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  surveyDays: z.int().min(1).max(365),
  titles: z.array(line).min(1),
  types: z.array(Type).min(1),
})
const level = z.enum(worryLevels)
const minutes = z.int().min(1).max(120)
const Worries = z.strictObject({
  /** Held against every text by a test; nothing of it is shipped. */
  minutes: z.strictObject({ press: minutes, firstBite: z.tuple([minutes, minutes]) }),
  worries: z
    .array(
      z.strictObject({
        id: line,
        asks: z.array(z.strictObject({ id: line, yes: level })),
        otherwise: level,
        tell: z.boolean().default(false),
        source: line,
      }),
    )
    .min(1),
})

type AftercareFiles = { schedule: ContentFile; worries: ContentFile }
type KnownContent = { treatments: LibraryTreatments; words: WordsByLanguage }

/**
 * Reads `content/aftercare`. Every type of treatment must be there, with days or with the reason why it needs none; every
 * worry must have its words. Null when a file was reported as wrong.
 */
export function loadAftercare(
  files: AftercareFiles,
  { treatments, words }: KnownContent,
  problems: Problem[],
): LibraryAftercare | null {
  const report = reporter(files.schedule, problems)
  const schedule = parseYaml(files.schedule.text, Schedule, report)
  const read = parseYaml(files.worries.text, Worries, reporter(files.worries, problems))
  if (schedule === null || read === null) return null
  const types = schedule.types.map((type) =>
    'none' in type
      ? { treatment: type.treatment, hours: [], days: [], surveyDays: null, urgent: false, none: type.none }
      : { ...type, surveyDays: type.surveyDays ?? schedule.surveyDays, none: null },
  )
  reportTypes(types, treatments, report)
  const worries = read.worries.map(({ source: _source, ...worry }) => worry)
  reportMissingWords(worries, words, reporter(files.worries, problems))
  return { morning: schedule.morning, titles: schedule.titles, types, worries }
}

type Report = ReturnType<typeof reporter>

function reportTypes(
  types: LibraryAftercare['types'],
  { builtIn, supplementary }: LibraryTreatments,
  report: Report,
): void {
  const known = new Set([...builtIn, ...supplementary].map(({ name }) => name))
  const named = types.map(({ treatment }) => treatment)
  for (const name of named) if (!known.has(name)) report(0, `"${name}" is not in content/treatments.yaml`)
  for (const name of known) if (!named.includes(name)) report(0, `"${name}" of treatments.yaml is missing`)
  for (const name of new Set(named.filter((each, place) => named.indexOf(each) !== place)))
    report(0, `"${name}" is there twice`)
  for (const { treatment, hours, days, none } of types)
    if (none === null && hours.length + days.length === 0)
      report(0, `"${treatment}" has neither days nor a reason why it needs none`)
}

/** Each worry is shown by its name, each question in words; what somebody can do alone is said where that is enough. */
function reportMissingWords(
  worries: LibraryAftercare['worries'],
  words: WordsByLanguage,
  report: Report,
): void {
  const english = words.get('en') as { aftercare?: { worries?: Record<string, Json> } } | undefined
  if (!english) return
  const told = english.aftercare?.worries ?? {}
  for (const { id, asks, otherwise } of worries) {
    const said = told[id] as { name?: string; help?: string; asks?: Record<string, string> } | undefined
    if (!said?.name) report(0, `the worry "${id}" has no name in content/words/en.json`)
    for (const ask of asks)
      if (!said?.asks?.[ask.id]) report(0, `"${ask.id}" of "${id}" is not asked in content/words/en.json`)
    if (otherwise === 'green' && !said?.help) report(0, `"${id}" has no help in content/words/en.json`)
  }
  for (const id of Object.keys(told))
    if (!worries.some((worry) => worry.id === id)) report(0, `words speak of "${id}", which is no worry`)
}
