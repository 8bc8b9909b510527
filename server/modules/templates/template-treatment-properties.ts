import built from '../../../build/content/treatment-properties.json' with { type: 'json' }
import type { LibraryProperties } from '../../../build/content/types.d.ts'

/**
 * What is true of a treatment (`extraction`, `bleeding-higher`), and how well that is known: `treatment` where the library
 * has this very treatment, `type` where it has only others of its type and all that is true of any counts, `none` where
 * neither.
 */
export type TreatmentProperties = { properties: string[]; known: 'treatment' | 'type' | 'none' }

/** A template, and the entries of the library that it and the templates it was copied from came from, itself first. */
export type TreatmentOrigin = {
  treatmentType: string
  treatmentSubtype: string
  libraryIds: readonly (string | null)[]
}

const shipped: LibraryProperties = built
const byLibraryId = new Map(shipped.treatments.map((entry) => [entry.id, entry.properties]))

/**
 * The properties of a treatment. A practice's own template names none, so it has those of the library's treatment of the
 * same type and subtype, else of the one it was copied from. Where only its type is known it has the gravest of that
 * type: one risk too many is left out by whoever reads it, one too few is seen by nobody.
 */
export function treatmentPropertiesOf({
  treatmentType,
  treatmentSubtype,
  libraryIds: [ownId, ...sourceIds],
}: TreatmentOrigin): TreatmentProperties {
  const isOfType = (entry: { treatmentType: string }) => isSame(entry.treatmentType, treatmentType)
  const ofSubtype = shipped.treatments.find(
    (entry) => isOfType(entry) && isSame(entry.treatmentSubtype, treatmentSubtype),
  )
  const propertiesById = (id: string | null | undefined) => (id == null ? undefined : byLibraryId.get(id))
  const properties =
    propertiesById(ownId) ??
    ofSubtype?.properties ??
    propertiesById(sourceIds.find((id) => propertiesById(id) !== undefined))
  if (properties) return { properties, known: 'treatment' }
  const ofType = shipped.types.find(isOfType)
  return ofType ? { properties: ofType.properties, known: 'type' } : { properties: [], known: 'none' }
}

/** However somebody wrote it. */
const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
