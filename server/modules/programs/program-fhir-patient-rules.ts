import type { FhirPatient } from '../../../contract/fhir-writes.ts'
import { systems } from '../integrations/index.ts'
import type { SentDetails } from './program-schema.ts'

type Ranked = { use?: string | undefined; rank?: number | undefined }

/** Those of a use first, then by rank, as FHIR says which is meant. */
const inOrder = <T extends Ranked>(list: readonly T[] | undefined, ...uses: string[]): T[] =>
  (list ?? []).toSorted((one, other) => {
    const placeOf = ({ use }: Ranked) => (uses.includes(use ?? '') ? uses.indexOf(use ?? '') : uses.length)
    return placeOf(one) - placeOf(other) || (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0
  })

/** What was a number once and is one no more is not told. */
const isCurrent = ({ use }: Ranked): boolean => use !== 'old'

/** Whether it says what only people of the practice record. */
export const isEndOfCare = ({ active, deceasedBoolean, deceasedDateTime }: FhirPatient): boolean =>
  active === false || deceasedBoolean === true || deceasedDateTime !== undefined

const words = (parts: readonly (string | undefined)[] | undefined, between: string): string =>
  (parts ?? []).filter(Boolean).join(between)

function addressOf(patient: FhirPatient): string | undefined {
  const [address] = inOrder(patient.address, 'home').filter(isCurrent)
  if (!address) return undefined
  const { text, line = [], city, district, postalCode } = address
  return text || words([...line, city, district, postalCode], '\n') || undefined
}

/** What a FHIR Patient says of somebody, as far as a record has a place for it; what it leaves out is not there. */
export function detailsOfPatient(patient: FhirPatient): SentDetails {
  const { birthDate, identifier, communication = [] } = patient
  const names = inOrder(patient.name, 'official', 'usual').filter(({ use }) => use !== 'nickname')
  const [name = {}] = names.filter(isCurrent)
  const telecom = inOrder(patient.telecom, 'mobile', 'home').filter(isCurrent)
  const valueOf = (system: string, at = 0) => telecom.filter((each) => each.system === system)[at]?.value
  const language = communication.find(({ preferred }) => preferred) ?? communication[0]
  const said = {
    dateOfBirth: birthDate,
    title: name.prefix && words(name.prefix, ' '),
    firstName: words(name.given, ' '),
    lastName: name.family ?? '',
    preferredName: patient.name.find(({ use }) => use === 'nickname')?.given?.[0],
    email: valueOf('email'),
    phone: valueOf('phone'),
    otherPhone: valueOf('phone', 1),
    address: addressOf(patient),
    nhsNumber: identifier.find(({ system }) => system === systems.nhsNumber)?.value,
    language: language?.language.coding?.find(({ code }) => code)?.code,
  }
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined),
  ) as unknown as SentDetails
}
