import type { LibraryTreatment } from '../../../build/content/types.d.ts'
import type { Treatment, TreatmentHierarchy } from '../../../contract/treatments.ts'
import type { treatmentSubtypes, treatmentTypes } from './treatment-schema.ts'

export type TreatmentRow = typeof treatmentTypes.$inferSelect
export type SubtypeRow = typeof treatmentSubtypes.$inferSelect
/** A treatment type with those of its subtypes that the reader may see. */
export type TreatmentRecord = TreatmentRow & { subtypes: SubtypeRow[] }

/** Whose a treatment type or subtype is: a clinic's id, or null for the platform's. */
export type Owner = string | null

/** Names are compared without case and outer blanks, and however their accents were typed. */
const plainName = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/** The one of this name, if there is one. */
export const findByName = <T extends { name: string }>(things: readonly T[], name: string): T | undefined =>
  things.find((thing) => plainName(thing.name) === plainName(name))

/** The things of each name together, in the order given. */
const groupByName = <T extends { name: string }>(things: readonly T[]): T[][] => [
  ...Map.groupBy(things, ({ name }) => plainName(name)).values(),
]

const uniqueByName = <T extends { name: string }>(things: readonly T[]): T[] =>
  groupByName(things).map(([first]) => first!)

/** Whether a list of names holds one twice. */
export const hasDuplicates = (names: readonly string[]): boolean =>
  new Set(names.map(plainName)).size < names.length

/** What people add comes behind what is there; of one place, the older first. */
const comparePosition = (one: SubtypeRow, other: SubtypeRow): number =>
  one.position - other.position || compareAge(one, other)

/** Ids grow with time, so they decide between what was made at the same moment. */
const compareAge = (one: { createdAt: Date; id: string }, other: { createdAt: Date; id: string }): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)

/**
 * The subtypes as the reader is shown them, in order. Where the platform has meanwhile added one that a clinic had
 * added itself, the name stands there once, and it is the platform's.
 */
export function visibleSubtypes(subtypes: readonly SubtypeRow[]): SubtypeRow[] {
  const ofPlatform = subtypes.filter(({ ownerClinicId }) => ownerClinicId === null)
  const ofClinic = subtypes.filter(({ ownerClinicId }) => ownerClinicId !== null)
  return uniqueByName([...ofPlatform, ...ofClinic]).toSorted(comparePosition)
}

/** The place behind all others. */
export const nextPosition = (subtypes: readonly SubtypeRow[]): number =>
  Math.max(-1, ...subtypes.map(({ position }) => position)) + 1

/** A treatment type as its reader sees it: `isOwn` is what they may change. */
export const treatmentOf = (record: TreatmentRecord, reader: Owner): Treatment => ({
  id: record.id,
  name: record.name,
  description: record.description,
  subtypes: visibleSubtypes(record.subtypes).map(({ name, ownerClinicId }) => ({
    name,
    isOwn: ownerClinicId === reader,
  })),
  isActive: record.isActive,
  isOwn: record.ownerClinicId === reader,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
})

export type Duplicate = { first: TreatmentRow; later: TreatmentRow }

/** The platform's treatment types that share a name with an earlier one of the platform, each with that one. */
export const findDuplicates = (types: readonly TreatmentRow[]): Duplicate[] =>
  groupByName(types.filter(({ ownerClinicId }) => ownerClinicId === null).toSorted(compareAge)).flatMap(
    ([first, ...others]) => others.map((later) => ({ first: first!, later })),
  )

const compareNames = new Intl.Collator('en-GB', { sensitivity: 'accent' }).compare

/**
 * What the reader is shown, by name whatever the case. Super administrators see all of the platform's. A clinic sees
 * its own and the platform's active ones, but no later duplicate: what it added there would go when duplicates do.
 */
export function visibleTypes(types: readonly TreatmentRow[], reader: Owner): TreatmentRow[] {
  const duplicates = new Set(findDuplicates(types).map(({ later }) => later))
  const isShown = (type: TreatmentRow): boolean =>
    type.ownerClinicId === reader || (type.ownerClinicId === null && type.isActive && !duplicates.has(type))
  return types
    .filter(isShown)
    .toSorted((one, other) => compareNames(one.name, other.name) || compareAge(one, other))
}

/** The subtypes of each active treatment type; what two types of one name have stands together. */
export const hierarchyOf = (records: readonly TreatmentRecord[]): TreatmentHierarchy =>
  Object.fromEntries(
    groupByName(records.filter(({ isActive }) => isActive)).map((sameName) => [
      sameName[0]!.name,
      uniqueByName(sameName.flatMap(({ subtypes }) => visibleSubtypes(subtypes))).map(({ name }) => name),
    ]),
  )

/** Those that come with the product and whose name no treatment type bears. */
export const missingDefaults = (
  defaults: readonly LibraryTreatment[],
  types: readonly { name: string }[],
): LibraryTreatment[] => defaults.filter(({ name }) => !findByName(types, name))

/** Of the subtypes of a later duplicate, those that the first does not have, each with its place behind the first's. */
export function subtypesToMove(
  first: readonly SubtypeRow[],
  later: readonly SubtypeRow[],
): { id: string; position: number }[] {
  const position = nextPosition(first)
  return uniqueByName(later.toSorted(comparePosition))
    .filter(({ name }) => !findByName(first, name))
    .map(({ id }, index) => ({ id, position: position + index }))
}
