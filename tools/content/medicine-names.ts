import { z } from 'zod'
import { type Language, languageTags } from '../../contract/languages.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { line } from './library-schema.ts'

const Names = z.record(z.string(), z.partialRecord(z.enum(languageTags), line))
/** The part of its word that stays in each form, by medicine and language. */
export type MedicineNames = z.infer<typeof Names>

/** Reads `content/medicine-names.yaml`. */
export const loadMedicineNames = (file: ContentFile, problems: Problem[]): MedicineNames =>
  parseYaml(file.text, Names, reporter(file, problems)) ?? {}

/** The medicines that one of the two texts names and the other does not, in words for whoever mends it. */
export function differingMedicines(
  english: string,
  own: { language: string; text: string },
  names: MedicineNames,
): string[] {
  return Object.entries(names).flatMap(([medicine, ofLanguage]) => {
    const parts = ofLanguage[own.language as Language]
    if (parts === undefined) return []
    const inEnglish = new RegExp(`\\b${medicine}`, 'i').test(english)
    // Its English name may stand beside it.
    const inOwn = new RegExp(`${parts}|${medicine}`, 'iu').test(own.text.normalize('NFC'))
    if (inEnglish === inOwn) return []
    return [inEnglish ? `${medicine} is not named` : `${medicine} is named, but not in English`]
  })
}
