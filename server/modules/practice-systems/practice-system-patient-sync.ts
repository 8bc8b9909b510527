import type { PatientDetails } from '../../../contract/patients.ts'
import type { JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { createPatientMatcher, createNearMatchIndex, nearAmong } from '../patient-imports/index.ts'
import {
  addPatients,
  changePatient,
  findExactMatches,
  findNearMatches,
  findPatient,
  lockPatients,
  mayBeSamePerson,
  personText,
  type PatientRow,
} from '../patients/index.ts'
import type { SystemPatient } from './practice-system-port.ts'
import {
  changesOf,
  decidePatient,
  detailsOf,
  fingerprintOf,
  identityOf,
  writtenOf,
  type PatientDecision,
} from './practice-system-patient-rules.ts'
import {
  findPatientLinks,
  findTakenPatients,
  savePatientLinks,
  type PatientLink,
} from './practice-system-store.ts'

type NewLink = Parameters<typeof savePatientLinks>[2][number]

const merges_followed_max = 5

/** Patients by their ids, locked; where a record was merged into another, that one. */
export async function lockStanding(scope: StaffScope, ids: string[]): Promise<Map<string, PatientRow>> {
  const standing = new Map((await lockPatients(scope, ids)).map((each) => [each.id, each]))
  for (const id of ids.filter((each) => !standing.has(each))) {
    let found = await findPatient(scope, id)
    for (let step = 0; found?.mergedInto && step < merges_followed_max; step++)
      found = await findPatient(scope, found.mergedInto)
    const [locked] = found && !found.mergedInto ? await lockPatients(scope, [found.id]) : []
    if (locked) standing.set(id, locked)
  }
  return standing
}

/** Details without when they changed: by these a patient is seen to have changed. */
const patientFingerprint = ({ updatedAt: _at, ...patient }: SystemPatient): string => fingerprintOf(patient)

const noHold = { heldReason: null, heldAt: null, heldIdentity: null, heldDetails: null, candidates: [] }

/** As stored of somebody who is held: enough to show and to add them. */
function heldDetailsOf(patient: SystemPatient, details: PatientDetails | null): Partial<PatientDetails> {
  const { title, firstName, lastName, dateOfBirth, nhsNumber, email, phone } = patient
  return details ?? { title, firstName, lastName, dateOfBirth, nhsNumber, email, phone }
}

type Read = { patient: SystemPatient; details: PatientDetails | null; link: PatientLink | undefined }

/** Brings a page of patients into the records of the practice, all within the caller's transaction. */
export async function applyPatients(
  scope: JobScope,
  systemId: string,
  patients: readonly SystemPatient[],
): Promise<{ written: number; held: number }> {
  const once = [...new Map(patients.map((each) => [each.id, each])).values()]
  const links = await findPatientLinks(
    scope,
    systemId,
    once.map(({ id }) => id),
  )
  const changed = once
    .filter((patient) => links.get(patient.id)?.fingerprint !== patientFingerprint(patient))
    .map((patient): Read => ({ patient, details: detailsOf(patient), link: links.get(patient.id) }))
  if (changed.length === 0) return { written: 0, held: 0 }
  const decided = await decideAll(scope, systemId, changed)
  const ids = await addPatients(
    scope,
    decided.flatMap(({ decision }) => (decision.do === 'add' ? decision.details : [])),
  )
  const saved: NewLink[] = []
  const added: (PatientDetails & { id: string })[] = []
  for (const { read, decision } of decided) {
    if (decision.do === 'link') await bringUpToDate(scope, read, decision.patient)
    if (decision.do === 'add') added.push({ ...decision.details, id: ids[0]! })
    // Whom the page has named before them is here by now.
    if (decision.do === 'hold' && decision.candidates.length === 0)
      decision.candidates = added
        .filter((other) => read.details && mayBeSamePerson(other, read.details))
        .map(({ id }) => id)
    saved.push(linkOf(scope, read, { decision, addedId: decision.do === 'add' ? ids.shift()! : null }))
  }
  await savePatientLinks(scope, systemId, saved)
  return { written: saved.length, held: saved.filter(({ outcome }) => outcome === 'held').length }
}

async function decideAll(
  scope: JobScope,
  systemId: string,
  changed: readonly Read[],
): Promise<{ read: Read; decision: PatientDecision }[]> {
  const standing = await lockStanding(
    scope,
    changed.flatMap(({ link }) => link?.patientId ?? []),
  )
  const unknown = changed.flatMap(({ link, details, patient }) =>
    link?.patientId || !details || !patient.isActive ? [] : details,
  )
  const found = await findExactMatches(scope, unknown)
  const near = await findNearMatches(scope, unknown)
  const [alikeOf, nearOf] = [createPatientMatcher(found), nearAmong(near)]
  const takenIds = await findTakenPatients(
    scope,
    systemId,
    found.map(({ id }) => id),
  )
  const nearBefore = createNearMatchIndex()
  const met = new Set<string>()
  return changed.map((read, index) => {
    const { patient, details, link } = read
    const isRepeated = details !== null && isMetBefore(details, { met, nearBefore, index })
    const linked = (link?.patientId && standing.get(link.patientId)) || null
    const alike = details ? alikeOf(details) : []
    const decision = decidePatient({
      ...{ patient, details, linked, alike, takenIds, isRepeated },
      near: details ? nearOf(details) : [],
      confirmedIdentity: link?.confirmedIdentity ?? null,
    })
    // Somebody whom a person has left out stays so, until they are somebody else by name or birth date.
    const isLeftOut = link?.outcome === 'left-out' && link.confirmedIdentity === identityOf(patient)
    // Two of one page may be the same patient here: the second is held, as it would be on the next page.
    if (decision.do === 'link') takenIds.add(decision.patient.id)
    return { read, decision: isLeftOut ? { do: 'leave-out' as const } : decision }
  })
}

type MetBefore = { met: Set<string>; nearBefore: ReturnType<typeof createNearMatchIndex>; index: number }

/** Whether somebody before them on the page is, or may be, the same person. */
function isMetBefore(details: PatientDetails, { met, nearBefore, index }: MetBefore): boolean {
  const keys = [personText(details), ...(details.nhsNumber ? [details.nhsNumber] : [])]
  const isSame = keys.some((key) => met.has(key))
  for (const key of keys) met.add(key)
  return nearBefore(details, index) !== null || isSame
}

async function bringUpToDate(scope: JobScope, { details, link }: Read, here: PatientRow): Promise<void> {
  if (!details) return
  const changes = changesOf(details, here, link?.written ?? {})
  // A number that is somebody else's is theirs.
  if (changes.nhsNumber) {
    const others = await findExactMatches(scope, [{ ...details, nhsNumber: changes.nhsNumber }])
    if (others.some((each) => each.id !== here.id && each.nhsNumber === changes.nhsNumber))
      delete changes.nhsNumber
  }
  if (Object.keys(changes).length > 0) await changePatient(scope, here, changes)
}

function linkOf(
  { now }: JobScope,
  { patient, details, link }: Read,
  { decision, addedId }: { decision: PatientDecision; addedId: string | null },
): NewLink {
  const known = {
    externalId: patient.id,
    fingerprint: patientFingerprint(patient),
    confirmedIdentity: link?.confirmedIdentity ?? null,
    written: details && decision.do !== 'hold' ? writtenOf(details) : (link?.written ?? {}),
  }
  if (decision.do === 'hold')
    return {
      ...{ ...known, outcome: 'held', patientId: link?.patientId ?? null, heldReason: decision.reason },
      ...{ heldAt: link?.heldAt ?? now, heldDetails: heldDetailsOf(patient, details) },
      ...{ heldIdentity: identityOf(patient), candidates: decision.candidates },
    }
  if (decision.do === 'leave-out') return { ...known, ...noHold, outcome: 'left-out', patientId: null }
  const patientId = decision.do === 'link' ? decision.patient.id : addedId
  return { ...known, ...noHold, outcome: 'linked', patientId }
}
