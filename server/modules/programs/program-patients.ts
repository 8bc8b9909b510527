import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../../contract/index.ts'
import { PatientDetails } from '../../../contract/patients.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { classifyRow, createPatientMatcher, nearAmong } from '../patient-imports/index.ts'
import {
  findExactMatches,
  findNearMatches,
  findPatient,
  normalizeName,
  type PatientRow,
} from '../patients/index.ts'
import { identifierContradiction, otherIdentifier } from './program-patient-rules.ts'
import type { SentDetails } from './program-schema.ts'
import {
  findExternalPatient,
  holdPatient,
  identifiersOf,
  isHeld,
  linkPatient,
  settleHeldPatient,
  wasDismissed,
} from './program-store.ts'

type Deps = { callOperation: CallOperation }
type Sent = { identifier: string; details: SentDetails }

/** Records are merged into one another so often at most. */
const merges_followed_max = 10

/** A patient in the record that stands for them today: what their own was merged into, and that in turn. */
export async function findStandingPatient(scope: StaffScope, patientId: string): Promise<PatientRow | null> {
  let id = patientId
  for (let followed = 0; followed < merges_followed_max; followed++) {
    const patient = await findPatient(scope, id)
    if (!patient?.mergedInto) return patient ?? null
    id = patient.mergedInto
  }
  return null
}

/** The patient whose identifier this is, in the record that stands for them today. */
export async function findByIdentifier(scope: ClinicScope, identifier: string): Promise<PatientRow | null> {
  const id = await findExternalPatient(scope, identifier)
  return id === null ? null : findStandingPatient(scope, id)
}

/** A patient as another program names them: by our id or its own identifier; or why there is none. */
export async function resolvePatient(
  scope: ClinicScope,
  {
    patientId,
    patientIdentifier,
  }: { patientId?: string | undefined; patientIdentifier?: string | undefined },
): Promise<{ patientId: string } | 'patient-unnamed' | 'patient-not-found' | 'patient-held'> {
  if (patientId !== undefined) return { patientId }
  if (patientIdentifier === undefined) return 'patient-unnamed'
  // What waits for a decision may mean that the identifier is another person's now.
  if (await isHeld(scope, patientIdentifier)) return 'patient-held'
  const found = await findByIdentifier(scope, patientIdentifier)
  return found ? { patientId: found.id } : 'patient-not-found'
}

const hashOf = (details: SentDetails): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(details).toSorted()))
    .digest('hex')

const dismissedText = 'The practice decided not to keep this patient.'

/** Holds what was sent, unless the practice has decided already that it wants nothing of it. */
async function hold(
  scope: ClinicScope,
  { identifier, details }: Sent,
  because: string,
  candidates: readonly PatientRow[],
) {
  const sentHash = hashOf(details)
  const isDismissed = await wasDismissed(scope, identifier, sentHash)
  const [likeliest] = candidates
  if (!isDismissed)
    await holdPatient(scope, {
      ...{ identifier, because, sentHash, sent: details, sentBy: scope.actor.name },
      patientId: likeliest?.id ?? null,
      candidateIds: candidates.map(({ id }) => id),
    })
  return { outcome: 'held' as const, heldBecause: isDismissed ? dismissedText : because }
}

type Field = keyof PatientDetails
const detailFields = Object.keys(PatientDetails.shape) as Field[]

const detailsOf = (patient: PatientRow): PatientDetails =>
  Object.fromEntries(detailFields.map((field) => [field, patient[field]])) as unknown as PatientDetails

const fieldsThatChange = ['title', 'phoneNote', 'otherPhoneNote', 'firstName', 'lastName'] as const

/** Whether a record says all of this already. What cannot be parsed is refused when it is saved. */
function isKnown(before: PatientDetails, wanted: PatientDetails, sent: SentDetails): boolean {
  const parsed = PatientDetails.safeParse(wanted)
  if (!parsed.success) return false
  const after = { ...parsed.data, ...normalizeName(parsed.data) }
  const fields = new Set<Field>([...(Object.keys(sent) as Field[]), ...fieldsThatChange])
  return [...fields].every((field) => isDeepStrictEqual(before[field], after[field]))
}

/** Writes what was sent into a patient's record by the practice's own operation; nothing where it says nothing new. */
export async function applyDetails(
  scope: ClinicScope,
  { callOperation }: Deps,
  patient: PatientRow,
  details: SentDetails,
): Promise<'updated' | 'unchanged' | Refusal> {
  const before = detailsOf(patient)
  // A number that was sent comes without the note beside the old one.
  const notes = {
    ...(details.phone !== undefined && details.phone !== patient.phone && { phoneNote: '' }),
    ...(details.otherPhone !== undefined &&
      details.otherPhone !== patient.otherPhone && { otherPhoneNote: '' }),
  }
  const wanted = { ...before, ...details, ...notes } as PatientDetails
  if (isKnown(before, wanted, details)) return 'unchanged'
  const saved = await callOperation(contract.patients.update, scope, {
    ...wanted,
    patientId: patient.id,
    version: patient.version,
  })
  return saved instanceof Refusal ? saved : 'updated'
}

/** Adds somebody by the practice's own operation. */
export async function addPatient(
  scope: ClinicScope,
  { callOperation }: Deps,
  { firstName = '', lastName = '', ...details }: SentDetails,
): Promise<string | Refusal> {
  const added = await callOperation(contract.patients.create, scope, { ...details, firstName, lastName })
  return added instanceof Refusal ? added : added.answer.id
}

export type SaveResult = {
  outcome: 'created' | 'updated' | 'unchanged' | 'held'
  patientId: string | null
  heldBecause: string | null
}

const saved = (outcome: 'created' | 'updated' | 'unchanged', patientId: string): SaveResult => ({
  ...{ outcome, patientId, heldBecause: null },
})

/**
 * Adds or changes the patient of an identifier by the rules of imported lists: nobody is found by a number alone where
 * name or birth date speak against it, and nothing of what contradicts is written.
 */
export async function savePatient(scope: ClinicScope, deps: Deps, sent: Sent): Promise<SaveResult | Refusal> {
  const { identifier, details } = sent
  const own = await findByIdentifier(scope, identifier)
  if (own) {
    const contradiction = identifierContradiction(details, own)
    if (contradiction) return { ...(await hold(scope, sent, contradiction, [own])), patientId: null }
    return update(scope, deps, own, sent)
  }
  const { firstName = '', lastName = '', nhsNumber = '' } = details
  const person = { ...details, firstName, lastName, nhsNumber }
  const [exact, near] = [await findExactMatches(scope, [person]), await findNearMatches(scope, [person])]
  const read = {
    ...{ said: details, faults: [], notes: [], numberColumn: null },
    details: person as unknown as PatientDetails,
  }
  const verdict = classifyRow(read, { alike: createPatientMatcher(exact), near: nearAmong(near) })
  const { patient } = verdict
  const holdFor = async (because: string, candidates: readonly PatientRow[]) => ({
    ...(await hold(scope, sent, because, candidates)),
    patientId: null,
  })
  if (verdict.outcome === 'unusable')
    return holdFor(`${exact.length} patients of this name and date of birth are here.`, exact)
  if (verdict.outcome === 'held' && patient)
    return holdFor(verdict.faults.map(({ message }) => message).join(' '), [
      patient,
      ...near.filter(({ id }) => id !== patient.id),
    ])
  if (patient) {
    const other = otherIdentifier(identifier, await identifiersOf(scope, patient.id))
    if (other)
      return holdFor(`The patient with this name and date of birth has the identifier ${other}.`, [patient])
    await linkPatient(scope, identifier, patient.id)
    return update(scope, deps, patient, sent)
  }
  const added = await addPatient(scope, deps, details)
  if (added instanceof Refusal) return added
  await linkPatient(scope, identifier, added)
  await settleHeldPatient(scope, identifier, 'withdrawn', added)
  return saved('created', added)
}

async function update(
  scope: ClinicScope,
  deps: Deps,
  patient: PatientRow,
  { identifier, details }: Sent,
): Promise<SaveResult | Refusal> {
  await settleHeldPatient(scope, identifier, 'withdrawn', patient.id)
  const outcome = await applyDetails(scope, deps, patient, details)
  return outcome instanceof Refusal ? outcome : saved(outcome, patient.id)
}
