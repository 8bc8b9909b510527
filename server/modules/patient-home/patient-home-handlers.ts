import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import type { PatientHome } from '../../../contract/patient-home.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobScope, PatientScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { treatmentsDoneOn } from '../aftercare/index.ts'
import { brandOf, clinicContactOf } from '../clinics/index.ts'
import { isExpired, withdrawalsOf } from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { entriesOfConsents, questionsFrom } from '../questions/index.ts'
import { afterWrongBirthDate, type OwnLinks } from '../signing/index.ts'
import { encryptHomeRequest } from './patient-home-jobs.ts'
import { expiredHomeCookie, homeCookie, parseHomeCookie } from './patient-home-openers.ts'
import { identifyPerson, type IdentityClaim } from './patient-home-rules.ts'
import {
  findSealedCopies,
  deleteHomeSession,
  insertHomeSession,
  lockHomeLink,
  openHomeLink,
  openHomeSession,
  peopleOfAddress,
  sentConsents,
  sessionLinkId,
  updateHomeLink,
} from './patient-home-store.ts'

export type PatientHomeDeps = {
  database: Database
  runJob: RunJob
  runSweep: RunSweep
  keyring: Keyring
  ownLinks: OwnLinks
  secureCookies: boolean
}

const actor = { kind: 'patient', role: 'patient' } as const

/** One try at a live link: its use, or why not; a wrong one is counted on the link. */
async function attemptLink(scope: JobScope, linkId: string, proof: IdentityClaim) {
  const link = await lockHomeLink(scope, linkId)
  const people = link && !link.usedAt ? await peopleOfAddress(scope, link.email) : []
  if (!link || people.length === 0) return { refused: refuse('not-found') }
  const person = identifyPerson(people, proof)
  if (typeof person === 'object') {
    await updateHomeLink(scope, link.id, { usedAt: scope.now })
    return { patientId: person.id, token: await insertHomeSession(scope, person.id) }
  }
  if (person === 'first-name-needed') return { refused: refuse(person) }
  const { failedAttempts, attemptsLeft, locked } = afterWrongBirthDate(link.failedAttempts)
  await updateHomeLink(scope, link.id, { failedAttempts, ...(locked ? { usedAt: scope.now } : {}) })
  return { refused: locked ? refuse('link-locked') : refuse(person, { attemptsLeft }) }
}

/** When the treatments of each consent were last carried out; what was taken back was not. */
const lastTreatedAt = (done: Awaited<ReturnType<typeof treatmentsDoneOn>>): Map<string, Date> =>
  new Map(
    done.flatMap(({ consentId, doneAt, takenBackAt }) => (takenBackAt ? [] : [[consentId, doneAt] as const])),
  )

const countQuestions = (questions: ReturnType<typeof questionsFrom>) => ({
  answered: questions.filter(({ state }) => state === 'answered').length,
  open: questions.filter(({ state }) => state === 'open').length,
})

const teethOf = ({ teeth }: Pick<FrozenContent, 'teeth'>) => teeth.map(({ fdi, name }) => ({ fdi, name }))

/** Each of several treatments; none where there is only one, which the form itself names. */
const multipleTreatments = ({ treatments }: { treatments: FrozenContent['treatments'] | null }) =>
  treatments && treatments.length > 1
    ? treatments.map((treatment) => ({ title: treatment.title, teeth: teethOf(treatment) }))
    : []

/** Every consent that was ever sent to the patient, as they may see it now. */
async function listConsents(scope: PatientScope): Promise<PatientHome['consents']> {
  const rows = await sentConsents(scope)
  const ids = rows.map(({ id }) => id)
  const copies = await findSealedCopies(scope, ids)
  const copiesByConsent = Map.groupBy(copies, ({ consentId }) => consentId)
  const treated = lastTreatedAt(await treatmentsDoneOn(scope, ids))
  const takenBack = await withdrawalsOf(scope, ids)
  const asked = Map.groupBy(await entriesOfConsents(scope, ids), ({ consentId }) => consentId)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    teeth: teethOf(row),
    treatments: multipleTreatments(row),
    declined: row.declined ?? [],
    withdrawals: (takenBack.get(row.id) ?? []).map(({ places, at }) => ({ places, at })),
    status: isExpired(row, scope.now) ? 'expired' : row.status,
    sentAt: row.sentAt!.toISOString(),
    signedAt: row.signedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    treatedAt: (treated.get(row.id) ?? row.startedAt)?.toISOString() ?? null,
    questions: countQuestions(questionsFrom(asked.get(row.id) ?? [])),
    documents: (copiesByConsent.get(row.id) ?? []).map(({ id, kind, number, bytes, createdAt }) => ({
      ...{ id, kind, number, bytes },
      createdAt: createdAt.toISOString(),
    })),
  }))
}

/** A patient's own page: asked for, opened, read, and left. */
export function patientHomeHandlers(deps: PatientHomeDeps) {
  const { database, runJob, runSweep, keyring, ownLinks, secureCookies } = deps
  return {
    requestLink: handle(contract.patientHome.requestLink, async (_scope, { email }) => {
      const data = encryptHomeRequest(keyring, randomUUID(), email)
      await runSweep(async (sweep) => sweep.enqueue('patient-home.answer-request', data))
      return { answer: { sent: true as const } }
    }),

    open: handle(contract.patientHome.open, async ({ now }, { token, ...proof }, answering) => {
      const found = await openHomeLink(database, token, now)
      if (!found) return refuse('not-found')
      const { clinicId, linkId } = found
      const tried = await runJob(clinicId, (scope) => attemptLink(scope, linkId, proof))
      const by = { clinicId, actor }
      if ('refused' in tried) return refuse(tried.refused!.reason, tried.refused!.details, { clinicId })
      answering.setCookie(homeCookie(tried.token, secureCookies))
      return { answer: { opened: true as const }, subject: tried.patientId, details: { linkId }, by }
    }),

    get: handle(contract.patientHome.get, async (scope) => {
      const patient = await findPatient(scope, scope.patientId)
      if (patient?.status === 'archived') return refuse('not-found')
      const { name, phone } = await clinicContactOf(scope)
      const practice = { name, phone, ...(await brandOf(scope)) }
      const consents = await listConsents(scope)
      return { answer: { firstName: patient?.firstName || patient?.lastName || '', practice, consents } }
    }),

    openConsent: handle(
      contract.patientHome.openConsent,
      async ({ now, visit }, { consentId }, answering) => {
        const token = parseHomeCookie(answering.cookie, secureCookies)
        const found = token && (await openHomeSession(database, token, now))
        if (!found) return refuse('page-closed')
        const { clinicId, patientId, consentIds } = found
        const patient = await runJob(clinicId, (scope) => findPatient(scope, patientId))
        if (!consentIds.includes(consentId) || patient?.status !== 'active')
          return refuse('not-found', {}, { clinicId, actor })
        const linkId = sessionLinkId(token, consentId)
        for (const cookie of ownLinks.expireOldest(answering.cookie)) answering.setCookie(cookie)
        answering.setCookie(await ownLinks.open({ clinicId, consentId, linkId, visit }))
        const by = { clinicId, actor }
        return { answer: { consentId }, subject: consentId, details: { linkId }, by }
      },
    ),

    leave: handle(contract.patientHome.leave, async ({ now }, _input, answering) => {
      const token = parseHomeCookie(answering.cookie, secureCookies)
      const found = token && (await openHomeSession(database, token, now))
      answering.setCookie(expiredHomeCookie(secureCookies))
      if (!found) return { answer: { left: true as const } }
      const { clinicId, patientId, consentIds } = found
      await runJob(clinicId, (scope) => deleteHomeSession(scope, token))
      await ownLinks.close(
        clinicId,
        consentIds.map((consentId) => sessionLinkId(token, consentId)),
      )
      return { answer: { left: true as const }, subject: patientId, by: { clinicId, actor } }
    }),
  }
}
