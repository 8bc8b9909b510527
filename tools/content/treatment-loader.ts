import { z } from 'zod'
import { treatment_name_length_max } from '../../contract/limits.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryTreatments } from './library-types.ts'
import type { LoadedTemplate } from './template-loader.ts'

const name = z.string().trim().min(1).max(treatment_name_length_max)
const Treatment = z.strictObject({ name, subtypes: z.array(name).min(1) })
const Treatments = z.strictObject({
  builtIn: z.array(Treatment).min(1),
  supplementary: z.array(Treatment),
})

/** Reads `content/treatments.yaml`. A name there twice is reported: wording is found by its subtype alone. */
export function loadTreatments(file: ContentFile, problems: Problem[]): LibraryTreatments {
  const report = reporter(file, problems)
  const read = parseYaml(file.text, Treatments, report)
  if (read === null) return { builtIn: [], supplementary: [] }
  const types = [...read.builtIn, ...read.supplementary]
  for (const repeated of findDuplicateNames(types.map((type) => type.name)))
    report(0, `"${repeated}" is there twice`)
  for (const repeated of findDuplicateNames(types.flatMap(({ subtypes }) => subtypes)))
    report(0, `the subtype "${repeated}" is there twice`)
  return read
}

/** Reports templates for a treatment that nobody could choose in the product. */
export function reportUnknownTreatments(
  templates: LoadedTemplate[],
  { builtIn, supplementary }: LibraryTreatments,
  problems: Problem[],
): void {
  const subtypesOf = new Map([...builtIn, ...supplementary].map((type) => [type.name, type.subtypes]))
  for (const { path, shipped } of templates) {
    const { treatmentType, treatmentSubtype } = shipped
    const report = reporter({ path, text: '' }, problems)
    const subtypes = subtypesOf.get(treatmentType)
    if (!subtypes) report(0, `treatmentType: "${treatmentType}" is not in content/treatments.yaml`)
    else if (!subtypes.includes(treatmentSubtype))
      report(0, `treatmentSubtype: "${treatmentSubtype}" is not one of "${treatmentType}"`)
  }
}

/** The names that stand more than once, whatever their case. */
function findDuplicateNames(names: string[]): string[] {
  const seen = new Set<string>()
  return names.filter((each) => {
    const key = each.toLowerCase()
    const isRepeat = seen.has(key)
    seen.add(key)
    return isRepeat
  })
}
