import { z } from 'zod'
import { languageTags } from '../../contract/languages.ts'
import { areaName } from '../../contract/teeth.ts'
import { type ContentFile, type Problem, type Report, nameOf, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { Json } from './json-type.ts'
import { line } from './library-schema.ts'
import type {
  LibraryFactorBook,
  LibraryQuestion,
  LibraryShorthand,
  LibraryTemplate,
  LibraryTermbase,
  LibraryTranslation,
  LibraryUnderstanding,
} from './library-types.ts'
import { differingMedicines, type MedicineNames } from './medicine-names.ts'
import { textPaths } from './words-loader.ts'

const Phrases = z.array(z.strictObject({ en: line, own: line }))
const Termbase = z.strictObject({
  language: z.enum(languageTags),
  /** No person has vouched for it. */
  status: z.literal('machine'),
  draftedOn: z.iso.date(),
  list: z.strictObject({ comma: z.string(), semicolon: z.string(), and: z.string(), stop: line }),
  teeth: z.strictObject({
    place: line,
    jaws: z.strictObject({ upper: line, lower: line }),
    sides: z.strictObject({ left: line, right: line }),
    names: z.array(line).length(8),
    babyNames: z.array(line).length(5),
  }),
  /** What the product itself says of one patient: all of it, word for word. */
  phrases: Phrases,
  /** What clinicians often type, as they type it; `{n}` stands for a number. */
  typed: Phrases,
})

/** What is said of one patient in other files of `content/`. */
type PatientSpecificTexts = {
  plan: Json | undefined
  factors: LibraryFactorBook | null
  understanding: LibraryUnderstanding
  shorthand: LibraryShorthand | null
  library: readonly LibraryTemplate[]
  translations: readonly LibraryTranslation[]
  medicines: MedicineNames
}

const textsOfQuestion = ({ question, answers, explanation }: LibraryQuestion): string[] => [
  question,
  ...answers.map(({ text }) => text),
  explanation,
]

/** Everything that a termbase has to say in its language: of the templates, those that the language has. */
function requiredPhrases(said: PatientSpecificTexts, language: string): Set<string> {
  const { plan, factors, understanding, shorthand, library, translations } = said
  const has = new Set(translations.filter((one) => one.language === language).map(({ template }) => template))
  const templates = library.filter(({ id }) => has.has(id))
  return new Set(
    [
      ...(plan === undefined ? [] : textPaths(plan).values()),
      ...Object.values(areaName),
      ...templates.flatMap(({ name, questions }) => [name, ...questions.flatMap(textsOfQuestion)]),
      ...(factors?.factors.map(({ patientReason }) => patientReason) ?? []),
      ...(factors?.rules.flatMap(({ statement, changes }) => [
        // What somebody has to fill in is said in their words.
        ...(statement.includes('{{') ? [] : [statement]),
        ...changes.map(({ says }) => says),
      ]) ?? []),
      ...understanding.flatMap(textsOfQuestion),
      ...(shorthand?.diagnoses.map(({ text }) => text) ?? []),
    ].filter(Boolean),
  )
}

/** Reads `content/termbases/`: what a language lacks, says twice or says of nothing is reported, and so are other numbers. */
export function loadTermbases(
  files: ContentFile[],
  said: PatientSpecificTexts,
  problems: Problem[],
): LibraryTermbase[] {
  return files.flatMap((file) => {
    const report = reporter(file, problems)
    const read = parseYaml(file.text, Termbase, report)
    if (!read) return []
    const { language, list, teeth, phrases, typed } = read
    if (nameOf(file) !== language) report(0, 'the path must name its language')
    for (const slot of ['{jaw}', '{side}', '{tooth}'])
      if (!teeth.place.includes(slot)) report(0, `teeth.place lacks ${slot}`)
    const known = requiredPhrases(said, language)
    const there = phrases.map(({ en }) => en)
    for (const en of known.difference(new Set(there))) report(0, `"${en}" is missing`)
    for (const en of new Set(there).difference(known)) report(0, `"${en}" is said nowhere`)
    const all = [...phrases, ...typed]
    reportTwice(
      all.map(({ en }) => en),
      report,
    )
    for (const pair of all) {
      comparePhrase(pair, report)
      for (const fault of differingMedicines(pair.en, { language, text: pair.own }, said.medicines))
        report(0, `"${pair.en}": ${fault}`)
    }
    return [{ language, list, teeth, phrases: all }]
  })
}

function reportTwice(texts: readonly string[], report: Report): void {
  for (const [at, en] of texts.entries()) if (texts.indexOf(en) < at) report(0, `"${en}" is there twice`)
}

const placeholdersIn = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')
/** Thousands are written with commas, points or spaces. */
const numbersIn = (text: string): string =>
  (text.replaceAll(/(?<=\d)[,.\s\u00A0](?=\d{3}\b)/g, '').match(/\d+/g) ?? []).toSorted().join(' ')

function comparePhrase({ en, own }: { en: string; own: string }, report: Report): void {
  if (placeholdersIn(en) !== placeholdersIn(own)) report(0, `"${en}" has other slots in "${own}"`)
  if (numbersIn(en) !== numbersIn(own)) report(0, `"${en}" has other numbers in "${own}"`)
}
