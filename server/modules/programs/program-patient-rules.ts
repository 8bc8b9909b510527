import { contradictionsOf, contradictionText, haveDifferentNhsNumbers } from '../patients/index.ts'

/** What names a person, as far as a program sent it. */
type NamedPerson = {
  firstName?: string | undefined
  lastName?: string | undefined
  dateOfBirth: string
  nhsNumber?: string | undefined
}
type KnownPerson = {
  firstName: string
  lastName: string
  preferredName: string
  dateOfBirth: string
  nhsNumber: string
}

/** The system that gave an identifier: `dentally` of `dentally|1042`, and none of `1042`. */
export const systemOf = (identifier: string): string =>
  identifier.includes('|') ? identifier.slice(0, identifier.indexOf('|')) : ''

/** Why what was sent under an identifier cannot be said of its patient; null where nothing speaks against it. */
export function identifierContradiction(sent: NamedPerson, known: KnownPerson): string | null {
  const contradictions = contradictionsOf(sent, known)
  if (contradictions.length > 0)
    return `The patient with this identifier has ${contradictionText(contradictions)}.`
  return haveDifferentNhsNumbers({ nhsNumber: sent.nhsNumber ?? '' }, known)
    ? 'The patient with this identifier has another NHS number.'
    : null
}

/** The identifier that a patient has already from the same system; a second one means two people, or two records of one. */
export const otherIdentifier = (identifier: string, known: readonly string[]): string | null =>
  known.find((each) => each !== identifier && systemOf(each) === systemOf(identifier)) ?? null
