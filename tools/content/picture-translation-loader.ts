import { z } from 'zod'
import { type Language, languageTags } from '../../contract/languages.ts'
import { englishMark } from './canonical-hash.ts'
import { type ContentFile, type Problem, type Report, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { line } from './library-schema.ts'
import type { LibraryPicture, LibraryPictureTranslations } from './library-types.ts'
import { differingMedicines, type MedicineNames } from './medicine-names.ts'

const PictureWords = z.strictObject({
  id: line,
  /** The start of the hash of the English title and text alternative that it says; another one means that they have changed since. */
  from: z.string().regex(/^[0-9a-f]{12}$/),
  title: line.max(120),
  alt: line.max(1500),
})
type PictureWords = z.infer<typeof PictureWords>

const TranslationFile = z.strictObject({
  language: z.enum(languageTags),
  /** No person has vouched for it. */
  status: z.literal('machine'),
  draftedOn: z.iso.date(),
  pictures: z.array(PictureWords),
})

/** Words of a drawing that a language lacks, or that say what the English said before: its patients get English. */
export type PictureTranslationGap = { language: Language; picture: string; isStale: boolean }

/** What `from` of a translation holds: it names the English words that were translated. */
export const pictureWordsHash = ({ title, alt }: Pick<LibraryPicture, 'title' | 'alt'>): string =>
  englishMark({ title, alt })

/**
 * Reads `content/translations/<language>/pictures.yaml`, each text held against the English of its drawing. What is given
 * are those that say what the English says now.
 */
export function loadPictureTranslations(
  files: readonly ContentFile[],
  { pictures, medicines }: { pictures: readonly LibraryPicture[]; medicines: MedicineNames },
  problems: Problem[],
): { translations: LibraryPictureTranslations; gaps: PictureTranslationGap[] } {
  const known = new Map(pictures.map((picture) => [picture.id, picture]))
  const read = files.flatMap((file) => {
    const report = reporter(file, problems)
    const found = parseYaml(file.text, TranslationFile, report)
    if (!found) return []
    if (file.path !== `content/translations/${found.language}/pictures.yaml`)
      report(0, 'the path must name its language')
    for (const [at, { id }] of found.pictures.entries()) {
      if (!known.has(id)) report(0, `there is no drawing "${id}"`)
      if (found.pictures.findIndex((one) => one.id === id) < at) report(0, `"${id}" is there twice`)
    }
    const current = found.pictures.filter(({ id, from }) => {
      const english = known.get(id)
      return english && pictureWordsHash(english) === from
    })
    for (const words of current)
      compareWords(words, known.get(words.id)!, { language: found.language, medicines, report })
    return [{ ...found, current }]
  })
  const translations = Object.fromEntries(
    read.map(({ language, current }) => [
      language,
      Object.fromEntries(current.map(({ id, title, alt }) => [id, { title, alt }])),
    ]),
  )
  const gaps = languageTags.flatMap((language) => {
    const there = read.find((one) => one.language === language)?.pictures ?? []
    return pictures
      .filter(({ id }) => !translations[language]?.[id])
      .map(({ id }) => ({ language, picture: id, isStale: there.some((one) => one.id === id) }))
  })
  return { translations, gaps }
}

/** Thousands are written with commas, points or spaces. */
const numbersOf = (text: string): string =>
  text
    .replaceAll(/(?<=\d)[,.\s\u00A0](?=\d{3}\b)/g, '')
    .match(/\d+/g)
    ?.toSorted()
    .join(' ') ?? 'none'

/** What can be compared without knowing the language: a digit that stands in the drawing is explained by its own digit. */
function compareWords(
  words: PictureWords,
  english: LibraryPicture,
  { language, medicines, report }: { language: Language; medicines: MedicineNames; report: Report },
): void {
  for (const part of ['title', 'alt'] as const) {
    const [here, there] = [numbersOf(words[part]), numbersOf(english[part])]
    if (here !== there) report(0, `${words.id}: numbers of ${part}: ${here}, but in English: ${there}`)
    for (const fault of differingMedicines(english[part], { language, text: words[part] }, medicines))
      report(0, `${words.id}: ${fault}`)
  }
  if (/[०-९٠-٩۰-۹০-৯੦-੯０-９]/u.test(words.title + words.alt))
    report(0, `${words.id}: numbers must be in the digits that stand in the drawing`)
}
