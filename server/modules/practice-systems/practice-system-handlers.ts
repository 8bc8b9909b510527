import { contract } from '../../../contract/index.ts'
import { PatientDetails } from '../../../contract/patients.ts'
import { synchronisedResources, type PracticeSystemName } from '../../../contract/practice-systems.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { entitlements } from '../clinics/index.ts'
import { addPatients, findExactMatches, patientsById, type PatientRow } from '../patients/index.ts'
import { findClinician, listActiveStaff, staffName } from '../staff/index.ts'
import { findUsableByIdOrName, listUsableTemplates } from '../templates/index.ts'
import { bookedFrom } from './practice-system-appointment-sync.ts'
import { systemDeliveryDeadline } from './practice-system-deliveries.ts'
import {
  listDeliveries,
  lockDelivery,
  updateDelivery,
  type DeliveryRow,
} from './practice-system-delivery-store.ts'
import type { AccessRequests } from './practice-system-access-requests.ts'
import type { Grants } from './practice-system-grants.ts'
import { isKeyOf, isSandbox, writesBack } from './practice-system-open.ts'
import { lockStanding } from './practice-system-patient-sync.ts'
import { keyHintOf, wrapGranted, wrapKey } from './practice-system-secrets.ts'
import {
  countOpen,
  findConnected,
  forgetProgress,
  insertSystem,
  listCursors,
  listHeld,
  listPractitioners,
  listSystems,
  listTreatments,
  lockConnected,
  lockHeld,
  reopenAppointments,
  savePatientLinks,
  updatePractitioner,
  updateSystem,
  updateTreatment,
  type PatientLink,
  type SystemRow,
} from './practice-system-store.ts'
import { proposeTemplates, wordsOf } from './practice-system-treatment-rules.ts'

const operations = contract.practiceSystems
const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const nothingOpen = {
  ...{ held: 0, waiting: 0, unmatchedPractitioners: 0, unmappedTreatments: 0 },
  ...{ failedDeliveries: 0, queuedDeliveries: 0 },
}

type HandlerDeps = { keyring: Keyring; grants: Grants; requests: AccessRequests }

const overviewBy =
  ({ offered: granting }: Grants) =>
  async (scope: ClinicScope) => ({ granting, ...(await overviewOf(scope)) })

async function overviewOf(scope: ClinicScope) {
  const system = await findConnected(scope)
  if (!system) return { connection: null, ...nothingOpen }
  const cursors = await listCursors(scope, system.id)
  const resources = synchronisedResources.map((resource) => {
    const row = cursors.find((each) => each.resource === resource)
    const { read = 0, written = 0, held = 0 } = row ?? {}
    return { resource, read, written, held, completedAt: isoOf(row?.completedAt ?? null) }
  })
  const { id, accountName, credential, keyHint, problem, createdAt, lastRunAt, runUntil } = system
  const connection = {
    ...{ id, accountName, credential, keyHint, problem, resources, system: system.system },
    status: system.status as 'checking' | 'active' | 'paused',
    createdAt: createdAt.toISOString(),
    lastRunAt: isoOf(lastRunAt),
    nextRunAt: isoOf(system.nextRunAt),
    isRunning: runUntil !== null && runUntil > scope.now,
    writesBack: writesBack(system.system),
  }
  return { connection, ...(await countOpen(scope, system.id)) }
}

/** A run now; one that is under way goes on, and reads what was changed meanwhile a minute later. */
function runNow(scope: ClinicScope, { id: systemId }: SystemRow): void {
  scope.enqueue('practice-systems.synchronise', { clinicId: scope.clinicId, systemId })
}

/** A code is good for some minutes, and a pause may last longer. */
function exchangeNow(scope: ClinicScope, { id: systemId }: SystemRow): void {
  scope.enqueue('practice-systems.exchange', { clinicId: scope.clinicId, systemId })
}

/** Whether somebody may be told of it: which system, and nothing of the key. */
const detailsOf = ({ system }: Pick<SystemRow, 'system'>) => ({ system })

/** Why a system cannot be connected here; null where it can. Connecting the same one anew is for whoever may do so. */
async function whyNotConnected(
  scope: ClinicScope,
  system: PracticeSystemName,
  known: readonly SystemRow[],
): Promise<'not-in-plan' | 'already-connected' | 'test-and-real' | null> {
  if (!(await entitlements(scope)).hasIntegrations) return 'not-in-plan'
  if (known.some(({ status }) => status !== 'disconnected')) return 'already-connected'
  return isMixed(system, known) ? 'test-and-real' : null
}

/** What was known of a secret goes with it. */
const secretChanged = { tokenEndsAt: null, renewalId: null, renewalUntil: null, accountConfirmedAt: null }

/** Systems of which somebody says that they are connected once more. */
const othersThan = (system: PracticeSystemName, known: readonly SystemRow[]): SystemRow[] =>
  known.filter((each) => each.system !== system)

const accessHandlers = ({ keyring, grants, requests }: HandlerDeps) => ({
  requestAccess: handle(operations.requestAccess, async (scope, { system }) => {
    if (!grants.isOffered(system)) return refuse('not-set-up')
    const refusal = await whyNotConnected(scope, system, othersThan(system, await listSystems(scope)))
    if (refusal) return refuse(refusal)
    const state = await requests.begin(scope, system)
    const url = state && grants.signInAddress(system, state)
    if (!url) return refuse('not-set-up')
    return { answer: { url }, details: { system } }
  }),

  answerAccess: handle(operations.answerAccess, async (scope, { state, code, error }) => {
    const system = await requests.take(scope, state)
    if (!system) return refuse('not-requested')
    if (error !== undefined || !code) return refuse('denied')
    await lockConnected(scope)
    const known = await listSystems(scope)
    const refusal = await whyNotConnected(scope, system, othersThan(system, known))
    if (refusal) return refuse(refusal)
    const before = known.find((each) => each.system === system)
    const given = {
      ...{ credential: 'grant' as const, secret: wrapGranted(keyring, { code }), keyHint: '' },
      ...standingWith(scope, before),
    }
    const connected = before
      ? await updateSystem(scope, before.id, {
          ...given,
          ...reconnectedBy(scope),
          runId: null,
          runUntil: null,
        })
      : await insertSystem(scope, { system, ...given })
    if (connected.status === 'paused') exchangeNow(scope, connected)
    else runNow(scope, connected)
    const answer = await overviewBy(grants)(scope)
    return { answer, subject: connected.id, details: detailsOf(connected) }
  }),
})

/** What a connection that is made anew leaves behind. */
const reconnectedBy = ({ staffId }: ClinicScope) => ({
  ...{ problem: null, failures: 0, disconnectedAt: null, createdBy: staffId },
  ...secretChanged,
})

const connectionHandlers = ({ keyring, grants }: HandlerDeps, overviewOf = overviewBy(grants)) => ({
  get: handle(operations.get, async (scope) => ({ answer: await overviewOf(scope) })),

  connect: handle(operations.connect, async (scope, { system, key }) => {
    const known = await listSystems(scope)
    const refusal = await whyNotConnected(scope, system, known)
    if (refusal) return refuse(refusal)
    if (!isKeyOf(system, key)) return refuse('bad-key')
    const given = {
      ...{ credential: 'key' as const, secret: wrapKey(keyring, key), keyHint: keyHintOf(key) },
      ...{ status: 'checking' as const, nextRunAt: scope.now },
    }
    const before = known.find((each) => each.system === system)
    const connected = before
      ? await updateSystem(scope, before.id, { ...given, ...reconnectedBy(scope) })
      : await insertSystem(scope, { system, ...given })
    runNow(scope, connected)
    return { answer: await overviewOf(scope), subject: connected.id, details: detailsOf(connected) }
  }),

  replaceKey: handle(operations.replaceKey, async (scope, { key }) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-connected')
    const isPaused = isPausedBySomebody(system)
    await updateSystem(scope, system.id, {
      ...{ credential: 'key', secret: wrapKey(keyring, key), keyHint: keyHintOf(key), ...secretChanged },
      ...{ problem: null, failures: 0, runId: null, runUntil: null, nextRunAt: isPaused ? null : scope.now },
      ...(isPaused ? { pausedAt: system.pausedAt ?? scope.now } : {}),
      ...(system.status === 'paused' && !isPaused ? { status: standingOf(system) } : {}),
    })
    if (!isPaused) runNow(scope, system)
    return { answer: await overviewOf(scope), subject: system.id, details: detailsOf(system) }
  }),

  pause: handle(operations.pause, async (scope) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-connected')
    await updateSystem(scope, system.id, {
      ...{ status: 'paused', pausedAt: scope.now, nextRunAt: null, runId: null, runUntil: null },
    })
    return { answer: await overviewOf(scope), subject: system.id, details: detailsOf(system) }
  }),

  resume: handle(operations.resume, async (scope) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-connected')
    if (system.problem === 'access-ended') return refuse('access-ended')
    if (system.status === 'paused') {
      const status = standingOf(system)
      await updateSystem(scope, system.id, { status, pausedAt: null, nextRunAt: scope.now, failures: 0 })
      runNow(scope, system)
    }
    return { answer: await overviewOf(scope), subject: system.id, details: detailsOf(system) }
  }),

  disconnect: handle(operations.disconnect, async (scope) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-connected')
    await forgetProgress(scope, system.id)
    await updateSystem(scope, system.id, {
      ...{
        status: 'disconnected',
        secret: null,
        keyHint: '',
        nextRunAt: null,
        problem: null,
        pausedAt: null,
      },
      ...secretChanged,
      ...{ runId: null, runUntil: null, disconnectedAt: scope.now },
    })
    return { answer: await overviewOf(scope), subject: system.id, details: detailsOf(system) }
  }),

  synchronise: handle(operations.synchronise, async (scope) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-connected')
    if (system.problem === 'access-ended') return refuse('access-ended')
    if (system.status === 'paused') return refuse('paused')
    if (system.problem === 'key-rejected' && system.credential === 'key') return refuse('key-rejected')
    const isRunning = system.runUntil !== null && system.runUntil > scope.now
    // How long a system asked to be left alone is kept to.
    const isAskedToWait = system.problem === 'rate-limited' && system.nextRunAt !== null
    if (!isRunning && !isAskedToWait) await updateSystem(scope, system.id, { nextRunAt: scope.now })
    runNow(scope, system)
    return { answer: await overviewOf(scope), subject: system.id, details: detailsOf(system) }
  }),
})

/** How a connection goes on that is paused no longer. */
const standingOf = ({ accountId }: Pick<SystemRow, 'accountId'>) =>
  accountId === null ? ('checking' as const) : ('active' as const)

/** What somebody paused stays so until somebody resumes it; what paused since its access ended goes on with a new one. */
const isPausedBySomebody = ({ status, pausedAt, problem }: SystemRow): boolean =>
  status === 'paused' && (pausedAt !== null || problem !== 'access-ended')

/** How a connection stands once somebody has granted access anew. */
function standingWith({ now }: ClinicScope, before: SystemRow | undefined) {
  if (!before || before.status === 'disconnected') return { status: 'checking' as const, nextRunAt: now }
  if (isPausedBySomebody(before))
    return { status: 'paused' as const, pausedAt: before.pausedAt ?? now, nextRunAt: null }
  return { status: standingOf(before), nextRunAt: now }
}

/** Records of people and of people who are made up are never joined in one practice. */
const isMixed = (system: PracticeSystemName, known: readonly SystemRow[]): boolean =>
  known.some(
    (each) =>
      each.accountId !== null && each.system !== system && isSandbox(each.system) !== isSandbox(system),
  )

type Shown = 'title' | 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'email' | 'phone'

const personOf = ({
  title,
  firstName,
  lastName,
  dateOfBirth,
  nhsNumber,
  email,
  phone,
}: Partial<Pick<PatientRow, Shown>>) => ({
  ...{ title: title ?? '', firstName: firstName ?? '', lastName: lastName ?? '' },
  ...{ dateOfBirth: dateOfBirth ?? '', nhsNumber: nhsNumber ?? '', email: email ?? '', phone: phone ?? '' },
})

const heldHandlers = {
  listHeld: handle(operations.listHeld, async (scope, { page, pageSize }) => {
    const system = await findConnected(scope)
    const held = system ? await listHeld(scope, system.id, sliceOf({ page, pageSize })) : []
    const people = await patientsById(scope, [...new Set(held.flatMap(({ candidates }) => candidates))])
    const rows = held.map((link) => ({
      ...{ id: link.id, externalId: link.externalId, reason: link.heldReason! },
      ...{ heldAt: link.heldAt!.toISOString(), inSystem: personOf(link.heldDetails!) },
      isLinked: link.patientId !== null,
      candidates: people
        .filter(({ id }) => link.candidates.includes(id))
        .map((patient) => ({ id: patient.id, status: patient.status, ...personOf(patient) })),
    }))
    const total = system ? (await countOpen(scope, system.id)).held : 0
    return { answer: { rows, total, page, pageSize } }
  }),

  resolveHeld: handle(operations.resolveHeld, async (scope, { heldId, answer, patientId }) => {
    const system = await lockConnected(scope)
    const held = system && (await lockHeld(scope, system.id, heldId))
    if (!held) return refuse('not-found')
    const details = held.heldDetails!
    if (answer === 'link') {
      if (!patientId) return refuse('no-patient')
      const patient = (await lockStanding(scope, [patientId])).get(patientId)
      if (!patient) return refuse('no-patient')
      if (patient.status !== 'active') return refuse('not-active')
      await saveAnswer(scope, held, { outcome: 'linked', patientId: patient.id })
    } else if (answer === 'add') {
      const added = await addHeld(scope, details)
      if (!added) return refuse('incomplete')
      await saveAnswer(scope, held, { outcome: 'linked', patientId: added })
    } else await saveAnswer(scope, held, { outcome: 'left-out', patientId: null })
    await reopenAppointments(scope, system.id, { patientId: held.externalId }, bookedFrom(scope.now))
    if (system.status !== 'paused') {
      if (system.problem === null) await updateSystem(scope, system.id, { nextRunAt: scope.now })
      runNow(scope, system)
    }
    return { answer: {}, subject: heldId, details: { answer } }
  }),
}

/** Adds somebody new, without a number that is somebody else's; null where they cannot be read. */
async function addHeld(scope: ClinicScope, held: Partial<PatientDetails>): Promise<string | null> {
  const read = PatientDetails.safeParse(held)
  if (!read.success) return null
  const alike = await findExactMatches(scope, [read.data])
  const isTaken =
    read.data.nhsNumber !== '' && alike.some(({ nhsNumber }) => nhsNumber === read.data.nhsNumber)
  const [id] = await addPatients(scope, [isTaken ? { ...read.data, nhsNumber: '' } : read.data])
  return id!
}

/** What somebody has said stands until name or birth date change again in the practice system. */
const saveAnswer = (
  scope: ClinicScope,
  { externalId, systemId, fingerprint, heldIdentity }: PatientLink,
  answered: { outcome: 'linked' | 'left-out'; patientId: string | null },
): Promise<void> =>
  savePatientLinks(scope, systemId, [
    {
      ...{ externalId, fingerprint, heldIdentity: null, confirmedIdentity: heldIdentity },
      ...{ ...answered, written: {}, heldReason: null, heldAt: null, heldDetails: null, candidates: [] },
    },
  ])

const mappingHandlers = {
  listPractitioners: handle(operations.listPractitioners, async (scope) => {
    const system = await findConnected(scope)
    if (!system) return { answer: [] }
    const people = (await listActiveStaff(scope)).filter(({ isClinician }) => isClinician)
    const rows = await listPractitioners(scope, system.id)
    const answer = rows.map(({ id, name, gdcNumber, decision, staffId }) => {
      const staff = people.find((each) => each.id === staffId)
      const byNumber = people.filter((each) => gdcNumber !== '' && each.gdcNumber === gdcNumber)
      const byName = people.filter((each) => wordsOf(name).endsWith(wordsOf(staffName(each))))
      const [proposed, ...others] = byNumber.length > 0 ? byNumber : byName
      return {
        ...{ id, name, gdcNumber, decision, staffId, staffName: staff ? staffName(staff) : null },
        proposedStaffId: decision === 'open' && proposed && others.length === 0 ? proposed.id : null,
      }
    })
    return { answer }
  }),

  matchPractitioner: handle(operations.matchPractitioner, async (scope, { practitionerId, staffId }) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-found')
    if (staffId !== null && !(await findClinician(scope, staffId))) return refuse('not-clinician')
    const decision = staffId === null ? 'left-out' : 'matched'
    const place = { systemId: system.id, id: practitionerId }
    const changed = await updatePractitioner(scope, place, { decision, staffId })
    if (!changed) return refuse('not-found')
    const whose = { practitionerId: changed.externalId }
    await reopenAppointments(scope, system.id, whose, bookedFrom(scope.now))
    if (system.status !== 'paused') {
      if (system.problem === null) await updateSystem(scope, system.id, { nextRunAt: scope.now })
      runNow(scope, system)
    }
    return { answer: {}, subject: practitionerId, details: { staffId } }
  }),

  listTreatments: handle(operations.listTreatments, async (scope, { decision, page, pageSize }) => {
    const system = await findConnected(scope)
    if (!system) return { answer: { rows: [], total: 0, page, pageSize } }
    const place = { systemId: system.id, decision }
    const { rows, total } = await listTreatments(scope, place, sliceOf({ page, pageSize }))
    const templates = await listUsableTemplates(scope)
    const answer = rows.map((row) => ({
      ...{ id: row.id, code: row.code, name: row.name, decision: row.decision },
      template: templates.find(({ id }) => id === row.templateId) ?? null,
      proposals: row.decision === 'open' ? proposeTemplates(row, templates) : [],
    }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  mapTreatment: handle(operations.mapTreatment, async (scope, { treatmentId, templateId }) => {
    const system = await lockConnected(scope)
    if (!system) return refuse('not-found')
    if (
      templateId !== null &&
      (await findUsableByIdOrName(scope, { ids: [templateId], names: [] })).length === 0
    )
      return refuse('unknown-template')
    const decision = templateId === null ? 'no-consent' : 'mapped'
    const place = { systemId: system.id, id: treatmentId }
    if (!(await updateTreatment(scope, place, { decision, templateId }))) return refuse('not-found')
    return { answer: {}, subject: treatmentId, details: { templateId } }
  }),
}

const deliveryView = (row: DeliveryRow) => ({
  ...{ id: row.id, kind: row.kind, consentId: row.consentId, status: row.status, failure: row.failure },
  ...{ attempts: row.attempts, createdAt: row.createdAt.toISOString() },
  ...{ deliveredAt: isoOf(row.deliveredAt), nextAttemptAt: isoOf(row.nextAttemptAt) },
})

const deliveryHandlers = {
  listDeliveries: handle(operations.listDeliveries, async (scope, { status, page, pageSize }) => {
    const system = await findConnected(scope)
    if (!system) return { answer: { rows: [], total: 0, page, pageSize } }
    const place = { systemId: system.id, status }
    const { rows, total } = await listDeliveries(scope, place, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(deliveryView), total, page, pageSize } }
  }),

  retryDelivery: handle(operations.retryDelivery, async (scope, { deliveryId }) => {
    const row = await lockDelivery(scope, deliveryId)
    if (!row) return refuse('not-found')
    if (row.status === 'delivered') return refuse('already-delivered')
    const system = await findConnected(scope)
    if (system?.id !== row.systemId) return refuse('not-connected')
    const again = await updateDelivery(scope, deliveryId, {
      ...{ status: 'queued', nextAttemptAt: scope.now, giveUpAt: systemDeliveryDeadline(scope.now) },
    })
    scope.enqueue('practice-systems.deliver', { clinicId: scope.clinicId, deliveryId })
    const details = { deliveryId, kind: row.kind }
    return { answer: deliveryView(again), subject: row.consentId, details }
  }),
}

/** The operations on the practice system. */
export const practiceSystemHandlers = (deps: HandlerDeps) => ({
  ...connectionHandlers(deps),
  ...accessHandlers(deps),
  ...heldHandlers,
  ...mappingHandlers,
  ...deliveryHandlers,
})
