import shipped from '../../../build/content/treatment-groups.json' with { type: 'json' }

/**
 * What a treatment belongs to (`extraction`, `bleed-high`), and how well that is known: `treatment` where the library has
 * this very treatment, `type` where it has only others of its type and all of theirs are taken, `none` where neither.
 */
export type TreatmentGroups = { groups: string[]; known: 'treatment' | 'type' | 'none' }

/** A template, and the entries of the library that it and the templates it was copied from came from, itself first. */
export type TreatmentOrigin = {
  treatmentType: string
  treatmentSubtype: string
  libraryIds: readonly (string | null)[]
}

const byLibraryId = new Map(shipped.map((entry) => [entry.id, entry.groups]))

/**
 * The groups of a treatment. A practice's own template names none, so it has those of the library's treatment of the same
 * type and subtype, else of the one it was copied from. Where only its type is known it has all groups of that type:
 * one risk too many is left out by whoever reads it, one too few is seen by nobody.
 */
export function treatmentGroupsOf({
  treatmentType,
  treatmentSubtype,
  libraryIds: [ownId, ...sourceIds],
}: TreatmentOrigin): TreatmentGroups {
  const ofType = shipped.filter((entry) => isSame(entry.treatmentType, treatmentType))
  const ofSubtype = ofType.find((entry) => isSame(entry.treatmentSubtype, treatmentSubtype))
  const groupsById = (id: string | null | undefined) => (id == null ? undefined : byLibraryId.get(id))
  const groups =
    groupsById(ownId) ?? ofSubtype?.groups ?? groupsById(sourceIds.find((id) => groupsById(id) !== undefined))
  if (groups) return { groups, known: 'treatment' }
  if (ofType.length === 0) return { groups: [], known: 'none' }
  return { groups: [...new Set(ofType.flatMap((entry) => entry.groups))], known: 'type' }
}

/** However somebody wrote it. */
const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
