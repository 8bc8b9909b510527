import { sortRows, type ListOrders } from '../../ui/list-orders.ts'
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

export const treatmentOrders: ListOrders<'name' | '-name' | '-subtypes' | 'subtypes'> = {
  labels: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-subtypes': 'Most subtypes first',
    subtypes: 'Fewest subtypes first',
  },
  fallback: 'name',
}

/** The types that were found, sorted; their subtypes stand by name. */
export const sortTreatments = (found: readonly FoundTreatment[], sort: string): FoundTreatment[] =>
  sortRows(found, sort, {
    name: ({ treatment }) => treatment.name,
    subtypes: ({ treatment }) => treatment.subtypes.length,
  })
