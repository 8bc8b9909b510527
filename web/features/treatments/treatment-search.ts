import type { Subtype, Treatment } from './treatment-operations.ts'

const normalize = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en-GB')

/** A type that was found, and those of its subtypes to show. */
export type FoundTreatment = { treatment: Treatment; subtypes: readonly Subtype[] }

/** The types whose name, or one of whose subtypes, holds what was typed. Found by its subtypes alone it shows those. */
export function searchTreatments(treatments: readonly Treatment[], search: string): FoundTreatment[] {
  const needle = normalize(search.trim())
  return treatments.flatMap((treatment) => {
    if (normalize(treatment.name).includes(needle)) return [{ treatment, subtypes: treatment.subtypes }]
    const subtypes = treatment.subtypes.filter(({ name }) => normalize(name).includes(needle))
    return subtypes.length > 0 ? [{ treatment, subtypes }] : []
  })
}
