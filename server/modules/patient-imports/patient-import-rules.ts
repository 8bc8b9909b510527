import { isDeepStrictEqual } from 'node:util'
import type { ImportChoice, PatientImportRow } from '../../../contract/patient-imports.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { foldName } from '../../../wording/name-folding.ts'
import {
  haveDifferentNhsNumbers,
  contradictionsOf,
  contradictionText,
  mayBeSamePerson,
  personText,
  type PatientRow,
} from '../patients/index.ts'
import type { ParsedRow, ParsedDetails } from './patient-import-reading.ts'

/** What a row is beside the patients who are here. */
export type RowVerdict = {
  outcome: PatientImportRow['outcome']
  faults: PatientImportRow['faults']
  patient: PatientRow | null
}

type Person = Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber'>

const isSamePerson = (one: Person, other: Person) =>
  one.nhsNumber !== '' && one.nhsNumber === other.nhsNumber
    ? contradictionsOf(one, other).length === 0
    : personText(one) === personText(other) && !haveDifferentNhsNumbers(one, other)

/** Rows of one birth date that are compared: a filler such as 1900-01-01 may stand in thousands. */
const born_alike_max = 100

/**
 * Rows of one file that have been looked at: answers the first one before it of the same birth date whose name is
 * nearly a row's, as somebody here would be asked about; none for somebody who stands in it twice.
 */
export function createNearMatchIndex() {
  const byBirthDate = new Map<string, { person: Person; row: number; near: number | null }[]>()
  return (person: Person, row: number): number | null => {
    const born = byBirthDate.get(person.dateOfBirth) ?? []
    const same = born.find((other) => isSamePerson(other.person, person))
    if (same) return same.near
    const isNear = nearlyIs(person)
    const near = born.find((other) => isNear(other.person))?.row ?? null
    if (born.length < born_alike_max) byBirthDate.set(person.dateOfBirth, [...born, { person, row, near }])
    return near
  }
}

/** What an earlier row of the file is to one: the same person, somebody else of the same number, or nearly the same name. */
export type EarlierRow = { row: number; is: 'same-person' | 'same-number' | 'near' }

/** Rows of one file that have been looked at, to tell when somebody, or a number, stands in it twice. */
export function createDuplicateIndex() {
  const nearOf = createNearMatchIndex()
  const byNumber = new Map<string, { person: Person; row: number }[]>()
  const byPerson = new Map<string, { person: Person; row: number }[]>()
  return {
    /** The earlier row with the same person, else with the same number, else with nearly the same name; undefined where there is none. */
    meet(person: Person, row: number): EarlierRow | undefined {
      const key = personText(person)
      const alike = byPerson.get(key) ?? []
      const numbered = byNumber.get(person.nhsNumber) ?? []
      const same = [...numbered, ...alike].find((other) => isSamePerson(other.person, person))
      if (same) return { row: same.row, is: 'same-person' }
      if (person.nhsNumber) byNumber.set(person.nhsNumber, [...numbered, { person, row }])
      byPerson.set(key, [...alike, { person, row }])
      const near = nearOf(person, row)
      if (numbered[0]) return { row: numbered[0].row, is: 'same-number' }
      return near === null ? undefined : { row: near, is: 'near' }
    },
  }
}

const unusable = (message: string, column: string | null = null): RowVerdict => ({
  outcome: 'unusable',
  faults: [{ column, message }],
  patient: null,
})

/** Patients who are here, looked up by what may be the same. */
export function createPatientMatcher(here: readonly PatientRow[]) {
  const byNumber = new Map(here.filter(({ nhsNumber }) => nhsNumber).map((each) => [each.nhsNumber, each]))
  const byPerson = Map.groupBy(here, personText)
  return (person: Person): PatientRow[] => {
    const numbered = byNumber.get(person.nhsNumber)
    if (numbered) return [numbered]
    return (byPerson.get(personText(person)) ?? []).filter((each) => !haveDifferentNhsNumbers(each, person))
  }
}

/** Held for its name, or for the number in a column. */
const held = (message: string, patient: PatientRow | null, column: string | null = null): RowVerdict => ({
  outcome: 'held',
  faults: [{ column, message }],
  patient,
})

/** What a row is beside an earlier one of its file: once more the same, or held where number or name are alike. */
export function judgeAfter(
  { row, is }: EarlierRow,
  judged: RowVerdict,
  { details, numberColumn }: ParsedRow,
): RowVerdict {
  if (is === 'same-person') return unusable(`Same patient as row ${row}.`)
  if (judged.outcome === 'unusable') return judged
  if (is === 'near') {
    // Whoever is known here is the same person or is not, whatever else the file says.
    if (judged.outcome !== 'new' && judged.outcome !== 'held') return judged
    const near = held(nearRowText(row), judged.patient)
    return { ...near, faults: [...judged.faults, ...near.faults] }
  }
  // Beside it stands only whose number it is: the number goes to nobody of whom it is not known.
  const patient = judged.patient?.nhsNumber === details?.nhsNumber ? judged.patient : null
  const numbered = held(`Row ${row} has this number with another name.`, patient, numberColumn)
  return { ...numbered, faults: [...numbered.faults, ...(patient ? judged.faults : [])] }
}

/** Why somebody has to say whether two rows of a file are one person. */
export const nearRowText = (row: number): string =>
  `Row ${row} is a possible match: similar name and the same date of birth.`

/** A row as it is added where the number it names is somebody else's. */
export const withoutNhsNumber = ({ said, details, ...read }: ParsedRow): ParsedRow => ({
  ...read,
  said: { ...said, nhsNumber: '' },
  details: details && { ...details, nhsNumber: '' },
})

/** How patients are found who may be the person of a row. */
export type Lookup = { alike: (person: Person) => PatientRow[]; near: (person: Person) => PatientRow[] }

/** Whether others of one birth date have nearly somebody's name; not who has another NHS number. */
const nearlyIs = (person: Person) => (other: Person) =>
  mayBeSamePerson(person, other) && !haveDifferentNhsNumbers(person, other)

/** Among these, the patients of one birth date whose names are nearly somebody's. */
export const nearAmong = (here: readonly PatientRow[]) => (person: Person) => here.filter(nearlyIs(person))

/** Somebody new, or held where a patient may be the same. */
function classifyNewRow([patient, ...others]: PatientRow[]): RowVerdict {
  if (!patient) return { outcome: 'new', faults: [], patient: null }
  const also = others.length > 0 ? ` ${others.length + 1} such patients are here; this is one of them.` : ''
  return held(`Possible match: a patient with a similar name and the same date of birth.${also}`, patient)
}

/** Whether a held row is held for its number, so that it is not its own where the row is added as somebody else. */
export const isHeldForNumber = ({ faults }: Pick<PatientImportRow, 'faults'>): boolean =>
  faults.some(({ column }) => column !== null)

/**
 * What a row is: somebody new, somebody who is here already with the same details or others, not to be used, or held:
 * its number is that of a patient whom its name or birth date contradicts, and a person decides.
 */
export function classifyRow(read: ParsedRow, { alike, near }: Lookup): RowVerdict {
  const { said, faults, details, numberColumn } = read
  if (!details) return { outcome: 'unusable', faults, patient: null }
  const [patient, ...others] = alike(details)
  if (!patient) return classifyNewRow(near(details))
  if (others.length > 0)
    return unusable(
      `${others.length + 1} patients of this name and date of birth are here. Give the row the NHS number of the one who is meant.`,
    )
  const contradictions = contradictionsOf(details, patient)
  if (contradictions.length > 0)
    return held(
      `The patient with this NHS number has ${contradictionText(contradictions)}.`,
      patient,
      numberColumn,
    )
  const outcome = Object.keys(differencesOf(said, patient)).length > 0 ? 'differs' : 'same'
  return { outcome, faults: [], patient }
}

/** Numbers of the United Kingdom were stored in both their forms. */
const figures = (text: string) => text.replaceAll(/\D/g, '').replace(/^44/, '0')
const isSameNumber = (here: string, inFile: string) => figures(here) === figures(inFile)
const words = (text: string) =>
  foldName(text)
    .split(/[\s,]+/)
    .join(' ')
    .trim()

/** Written otherwise and meant alike, so no difference. */
const alike: { [Field in keyof ParsedDetails]: (here: string, inFile: string) => boolean } = {
  title: (here, inFile) => words(here).replace('.', '') === words(inFile).replace('.', ''),
  firstName: (here, inFile) => words(here) === words(inFile),
  lastName: (here, inFile) => words(here) === words(inFile),
  email: (here, inFile) => here.toLowerCase() === inFile.toLowerCase(),
  phone: isSameNumber,
  otherPhone: isSameNumber,
  address: (here, inFile) => words(here) === words(inFile),
}

type Guardians = readonly { name: string }[]
const areKnown = (here: Guardians, inFile: Guardians) =>
  inFile.every(({ name }) => here.some((known) => words(known.name) === words(name)))

const phoneFields = ['phone', 'phoneNote', 'otherPhone', 'otherPhoneNote'] as const

/** Whether every number of the file is one of the patient's, first or second. */
const hasNumbers = (patient: PatientRow, { phone = '', otherPhone = '' }: ParsedDetails): boolean =>
  [phone, otherPhone].every(
    (number) =>
      number === '' || isSameNumber(patient.phone, number) || isSameNumber(patient.otherPhone, number),
  )

/** The details of the file that are not those of the patient. */
export function differencesOf(said: ParsedDetails, patient: PatientRow): ParsedDetails {
  const isKnown = hasNumbers(patient, said)
  const different = (Object.keys(said) as (keyof ParsedDetails)[]).filter((field) => {
    if (isKnown && phoneFields.some((each) => each === field)) return false
    const [here, inFile] = [patient[field], said[field]]
    if (field === 'guardians') return !areKnown(patient.guardians, said.guardians ?? [])
    const isAlike = alike[field] ?? ((one: string, other: string) => one === other)
    return !isAlike(String(here), String(inFile))
  })
  return Object.fromEntries(different.map((field) => [field, said[field]]))
}

const isEmpty = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)

/** Whether filling this would write a note beside another number than it belongs to, or a number a second time. */
function isElsewhere(field: string, said: ParsedDetails, patient: PatientRow): boolean {
  if (field === 'phoneNote') return patient.phone !== '' && !isSameNumber(patient.phone, said.phone ?? '')
  if (field === 'otherPhone') return isSameNumber(patient.phone, said.otherPhone ?? '')
  if (field !== 'otherPhoneNote') return false
  const { phone, otherPhone } = patient
  const inFile = said.otherPhone ?? ''
  return isSameNumber(phone, inFile) || (otherPhone !== '' && !isSameNumber(otherPhone, inFile))
}

/** What a choice changes of a patient: nothing, what is empty here, or all that differs. */
export function changesForChoice(
  choice: ImportChoice,
  said: ParsedDetails,
  patient: PatientRow,
): ParsedDetails {
  const found = differencesOf(said, patient)
  // Nobody whose authority is on record goes because a list names somebody else.
  const joined = found.guardians && { guardians: [...patient.guardians, ...found.guardians] }
  const differences = { ...found, ...joined }
  if (choice === 'update') return differences
  if (choice === 'skip') return {}
  return Object.fromEntries(
    Object.entries(differences).filter(
      ([field]) => isEmpty(patient[field as keyof ParsedDetails]) && !isElsewhere(field, said, patient),
    ),
  )
}

/** What undoing gives back: the details that are still as the import left them, and those that somebody changed since. */
export function restorableDetails(
  patient: PatientRow,
  { before, after }: { before: Partial<PatientDetails>; after: Partial<PatientDetails> },
): { restore: Partial<PatientDetails>; changedSince: string[] } {
  const fields = Object.keys(after) as (keyof ParsedDetails)[]
  const untouched = fields.filter((field) => isDeepStrictEqual(patient[field], after[field]))
  return {
    restore: Object.fromEntries(untouched.map((field) => [field, before[field]])),
    changedSince: fields.filter((field) => !untouched.includes(field)),
  }
}
