import type { JobScope } from '../../platform/database/transaction.ts'
import {
  changeAppointment,
  findStartingAt,
  insertAppointments,
  lockAppointments,
  type AppointmentRow,
} from '../appointments/index.ts'
import { decideAppointment, type TreatmentMeaning } from './practice-system-appointment-rules.ts'
import { fingerprintOf } from './practice-system-patient-rules.ts'
import { lockStanding } from './practice-system-patient-sync.ts'
import type { SystemAppointment } from './practice-system-port.ts'
import type { StoredSystemAppointment } from './practice-system-schema.ts'
import {
  findAppointmentLinks,
  findPatientLinks,
  findTakenAppointments,
  findTreatments,
  listPractitioners,
  saveAppointmentLinks,
  saveTreatments,
  type AppointmentLink,
  type SystemRow,
} from './practice-system-store.ts'
import { wordsOf } from './practice-system-treatment-rules.ts'

type NewLink = Parameters<typeof saveAppointmentLinks>[2][number]

/** Only these are the board's: what is over is not booked any more. */
const day_ms = 24 * 60 * 60_000

/** From when on appointments are asked for and booked. */
export const bookedFrom = (now: Date): Date => new Date(now.getTime() - day_ms)

const storedOf = ({ id: _id, updatedAt: _at, ...stored }: SystemAppointment): StoredSystemAppointment =>
  stored

/** An appointment that is to be brought to the board: as it is now, and as it was stored before. */
type Pending = { externalId: string; latest: StoredSystemAppointment; link: AppointmentLink | undefined }

/** Brings a page of appointments to the board, all within the caller's transaction. */
export async function applyAppointments(
  scope: JobScope,
  system: SystemRow,
  rows: readonly SystemAppointment[],
): Promise<{ written: number; held: number }> {
  const from = bookedFrom(scope.now).toISOString()
  const once = [...new Map(rows.map((row) => [row.id, row])).values()].filter(
    ({ startsAt }) => startsAt >= from,
  )
  const links = await findAppointmentLinks(
    scope,
    system.id,
    once.map(({ id }) => id),
  )
  const pending = once
    .map((row): Pending => ({ externalId: row.id, latest: storedOf(row), link: links.get(row.id) }))
    .filter(({ latest, link }) => link?.fingerprint !== fingerprintOf(latest))
  return bringToBoard(scope, system, pending)
}

/** The same of some that waited for a patient or a clinician. */
export const applyWaiting = (
  scope: JobScope,
  system: SystemRow,
  waiting: readonly AppointmentLink[],
): Promise<{ written: number; held: number }> =>
  bringToBoard(
    scope,
    system,
    waiting.map((link) => ({ externalId: link.externalId, latest: link.latest, link })),
  )

type Match<T> = { kind: 'known'; value: T } | { kind: 'left-out' } | { kind: 'waiting' }

async function bringToBoard(
  scope: JobScope,
  system: SystemRow,
  pending: readonly Pending[],
): Promise<{ written: number; held: number }> {
  if (pending.length === 0) return { written: 0, held: 0 }
  const [patientOf, clinicianOf, meaningOf] = [
    await patientMatcher(scope, system, pending),
    await clinicianMatcher(scope, system),
    await treatmentMatcher(scope, system, pending),
  ]
  const here = await bookingsOf(scope, pending)
  const saved: NewLink[] = []
  const booking: { link: NewLink; booking: Parameters<typeof insertAppointments>[1][number] }[] = []
  for (const each of pending) {
    const [patient, clinician] = [patientOf(each.latest), clinicianOf(each.latest)]
    const link = linkOf(each)
    saved.push(link)
    if (patient.kind === 'left-out' || clinician.kind === 'left-out') link.outcome = 'left-out'
    if (patient.kind !== 'known' || clinician.kind !== 'known') continue
    link.patientId = patient.value
    const found = here.of(each, { patientId: patient.value, clinicianId: clinician.value })
    // Of another patient now: for the first one it does not take place.
    const isOthers = found !== null && found.patientId !== patient.value
    if (isOthers && (found.status === 'booked' || found.status === 'arrived'))
      await changeAppointment(scope, found, { status: 'cancelled' })
    const decision = decideAppointment({
      ...{ latest: each.latest, before: each.link?.latest ?? null, meaning: meaningOf(each.latest) },
      ...{ patientId: patient.value, clinicianId: clinician.value, here: isOthers ? null : found },
      writtenVersion: each.link?.appointmentVersion ?? null,
    })
    if (decision.do === 'book') {
      booking.push({
        link,
        booking: { ...decision.booking, ...arrivalOf(decision.booking.status, scope.now) },
      })
      continue
    }
    if (!found || isOthers) {
      link.outcome = 'left-out'
      continue
    }
    if (decision.do === 'change') {
      const { change } = decision
      await changeAppointment(scope, found, {
        ...change,
        ...(change.status ? arrivalOf(change.status, scope.now) : {}),
      })
    }
    Object.assign(link, {
      outcome: 'booked',
      appointmentId: found.id,
      appointmentVersion: found.version + (decision.do === 'change' ? 1 : 0),
    })
  }
  const made = await insertAppointments(
    scope,
    booking.map((each) => each.booking),
    system.createdBy,
  )
  for (const [index, { link }] of booking.entries())
    Object.assign(link, {
      outcome: 'booked',
      appointmentId: made[index]!.id,
      appointmentVersion: made[index]!.version,
    })
  // What waits as it did is left alone.
  const isNew = ({ externalId, fingerprint, outcome }: NewLink) => {
    const known = pending.find((each) => each.externalId === externalId)?.link
    return outcome !== 'waiting' || known?.fingerprint !== fingerprint || known.outcome !== 'waiting'
  }
  await saveAppointmentLinks(scope, system.id, saved.filter(isNew))
  return { written: saved.length, held: saved.filter(({ outcome }) => outcome === 'waiting').length }
}

const arrivalOf = (status: AppointmentRow['status'], now: Date): { arrivedAt: Date | null } | object => {
  if (status === 'arrived') return { arrivedAt: now }
  return status === 'booked' ? { arrivedAt: null } : {}
}

const linkOf = ({ externalId, latest, link }: Pending): NewLink => ({
  ...{ externalId, latest, fingerprint: fingerprintOf(latest), startsAt: new Date(latest.startsAt) },
  ...{ externalPatientId: latest.patientId, externalPractitionerId: latest.practitionerId },
  outcome: 'waiting',
  patientId: link?.patientId ?? null,
  appointmentId: link?.appointmentId ?? null,
  appointmentVersion: link?.appointmentVersion ?? null,
})

/** Tells who an appointment is of, by its patient's id there; waits for those who are held or not read yet. */
async function patientMatcher(scope: JobScope, { id: systemId }: SystemRow, pending: readonly Pending[]) {
  const links = await findPatientLinks(scope, systemId, [
    ...new Set(pending.map(({ latest }) => latest.patientId)),
  ])
  const linked = [...links.values()].filter(({ outcome }) => outcome === 'linked')
  const standing = await lockStanding(
    scope,
    linked.flatMap(({ patientId }) => patientId ?? []),
  )
  return ({ patientId }: StoredSystemAppointment): Match<string> => {
    const link = links.get(patientId)
    if (link?.outcome === 'left-out') return { kind: 'left-out' }
    const found = link?.outcome === 'linked' ? standing.get(link.patientId!) : undefined
    if (!found) return { kind: 'waiting' }
    return found.status === 'active' ? { kind: 'known', value: found.id } : { kind: 'left-out' }
  }
}

async function clinicianMatcher(scope: JobScope, { id: systemId }: SystemRow) {
  const byId = new Map((await listPractitioners(scope, systemId)).map((each) => [each.externalId, each]))
  return ({ practitionerId }: StoredSystemAppointment): Match<string> => {
    const found = practitionerId === null ? undefined : byId.get(practitionerId)
    if (found?.decision === 'left-out') return { kind: 'left-out' }
    return found?.staffId ? { kind: 'known', value: found.staffId } : { kind: 'waiting' }
  }
}

/** Tells what appointments say of treatments, as far as somebody confirmed it; words that are new are stored to be mapped. */
async function treatmentMatcher(scope: JobScope, { id: systemId }: SystemRow, pending: readonly Pending[]) {
  const named = pending.map(({ latest: { treatment } }) => ({
    ...{ words: wordsOf(treatment), name: treatment.slice(0, 200), code: '' },
  }))
  await saveTreatments(scope, systemId, named)
  const known = await findTreatments(
    scope,
    systemId,
    named.map(({ words }) => words),
  )
  return ({ treatment }: StoredSystemAppointment): TreatmentMeaning => {
    const { decision, templateId = null } = known.get(wordsOf(treatment)) ?? {}
    return { templateId, needsConsent: decision !== 'no-consent' }
  }
}

/** The appointments here that these are: as stored, else one of the same patient, clinician and start that is no other's. */
async function bookingsOf(scope: JobScope, pending: readonly Pending[]) {
  const locked = await lockAppointments(
    scope,
    pending.flatMap(({ link }) => link?.appointmentId ?? []),
  )
  const byId = new Map(locked.map((each) => [each.id, each]))
  const starts = pending
    .filter(({ link }) => !link?.appointmentId)
    .map(({ latest: { startsAt } }) => new Date(startsAt))
  const beginning = await findStartingAt(scope, starts)
  const taken = await findTakenAppointments(
    scope,
    beginning.map(({ id }) => id),
  )
  const keyOf = (patientId: string, clinicianId: string, startsAt: Date) =>
    `${patientId} ${clinicianId} ${startsAt.getTime()}`
  const free = new Map(
    beginning
      .filter(({ id, status }) => !taken.has(id) && status !== 'cancelled' && status !== 'not-attended')
      .map((each) => [keyOf(each.patientId, each.clinicianId, each.startsAt), each]),
  )
  return {
    of(
      { link, latest }: Pending,
      { patientId, clinicianId }: { patientId: string; clinicianId: string },
    ): AppointmentRow | null {
      if (link?.appointmentId) return byId.get(link.appointmentId) ?? null
      const key = keyOf(patientId, clinicianId, new Date(latest.startsAt))
      const found = free.get(key) ?? null
      free.delete(key)
      return found
    },
  }
}
