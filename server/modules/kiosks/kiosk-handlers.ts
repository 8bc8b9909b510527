import { randomUUID } from 'node:crypto'
import type { RequestContext } from '../../../contract/access.ts'
import { contract } from '../../../contract/index.ts'
import type { Kiosk } from '../../../contract/kiosks.ts'
import { patient_session_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { newRowId } from '../../platform/database/row-id.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { brandOf, clinicContactOf, settingsOf } from '../clinics/index.ts'
import type { IdentityDeps } from '../identity/index.ts'
import { findStaff } from '../staff/index.ts'
import { afterWrongBirthDate, type OwnLinks } from '../signing/index.ts'
import { validateKioskSession, isLocked, isBirthDateVerified, isAwaitingPatient } from './kiosk-rules.ts'
import {
  findKioskSession,
  listKioskForms,
  lockConsentsByIds,
  insertKioskSession,
  listLinksOfKioskSession,
  lockKioskSession,
  lockStaffSession,
  setFormLink,
  updateKioskSession,
  type KioskSessionRow,
} from './kiosk-store.ts'

export type KioskDeps = Pick<IdentityDeps, 'readSession'> & { runJob: RunJob; ownLinks: OwnLinks }

const actor = { kind: 'patient', role: 'patient' } as const

/** The kiosk as its page shows it: nothing about the patient before the birth date is proved. */
async function viewOf(scope: JobScope, handover: KioskSessionRow): Promise<Kiosk> {
  const { name, phone } = await clinicContactOf(scope)
  const { kiosk } = await settingsOf(scope)
  const rows = await listKioskForms(scope, handover.id)
  const signed = rows.find(({ status }) => status === 'signed')
  const forms = rows.map((row) => ({
    consentId: row.consentId,
    title: row.title,
    teeth: row.teeth.map(({ fdi, name }) => ({ fdi, name })),
    waits: isAwaitingPatient(row, scope.now),
  }))
  return {
    practice: { name, phone, ...(await brandOf(scope)) },
    waiting: forms.filter(({ waits }) => waits).length,
    forms: isBirthDateVerified(handover, scope.now) ? forms : null,
    locked: isLocked(handover),
    idleMinutes: kiosk.resetMinutes,
    patientId: rows[0]!.patientId,
    countersignId: signed && (await isRegistered(scope, handover.staffId)) ? signed.consentId : null,
  }
}

async function isRegistered(scope: JobScope, staffId: string): Promise<boolean> {
  const member = await findStaff(scope, staffId)
  return Boolean(member?.isClinician && member.gdcNumber)
}

/** One try at the birth date. A right one gives each form that waits a new link to be opened by; a wrong one is counted. */
async function verifyBirthDate(scope: JobScope, handoverId: string, dateOfBirth: string) {
  const handover = await lockKioskSession(scope, handoverId)
  if (!handover) return { refused: refuse('not-found') }
  if (isLocked(handover)) return { refused: refuse('kiosk-locked') }
  const forms = await listKioskForms(scope, handoverId)
  if (forms.some((form) => form.dateOfBirth !== dateOfBirth)) {
    const { failedAttempts, attemptsLeft, locked } = afterWrongBirthDate(handover.failedAttempts)
    await updateKioskSession(scope, handoverId, { failedAttempts, provedUntil: null })
    return { refused: locked ? refuse('kiosk-locked') : refuse('wrong-birth-date', { attemptsLeft }) }
  }
  const closing = await listLinksOfKioskSession(scope, handoverId)
  const provedUntil = new Date(scope.now.getTime() + patient_session_minutes * minute_ms)
  await updateKioskSession(scope, handoverId, { failedAttempts: 0, provedUntil })
  const opening: { consentId: string; linkId: string }[] = []
  for (const { id, consentId, ...consent } of forms) {
    if (!isAwaitingPatient(consent, scope.now)) continue
    const linkId = randomUUID()
    await setFormLink(scope, id, linkId)
    opening.push({ consentId, linkId })
  }
  return { handover: { ...handover, failedAttempts: 0, provedUntil }, opening, closing }
}

/** Handing a browser over, and what the patient does with it. Taking it back is unlocking: `kiosk-session-events.ts`. */
export function kioskHandlers({ readSession, runJob, ownLinks }: KioskDeps) {
  /** Whether this browser is locked to that handover, by somebody of a clinic that is active. */
  async function heldBy(cookie: string, handoverId: string) {
    const session = await readSession(cookie)
    const staff = session?.lockedTo === handoverId ? session.staff : null
    return staff?.clinicStatus === 'active' ? staff : null
  }

  /** Opens what was proved; answers the cookies, one for each consent. */
  async function open(
    { clinicId, handover, opening }: { clinicId: string } & Pick<VerifiedBirthDate, 'handover' | 'opening'>,
    visit: RequestContext,
  ): Promise<string[]> {
    const cookies: string[] = []
    for (const one of opening)
      cookies.push(await ownLinks.open({ ...one, clinicId, visit, handedBy: handover.staffId }))
    return cookies
  }

  return {
    handOver: handle(contract.kiosks.handOver, async (scope, input) => {
      const consentIds = [...new Set(input.consentIds)]
      const fault = validateKioskSession(consentIds, await lockConsentsByIds(scope, consentIds), scope.now)
      if (fault) return refuse(fault)
      const { sessionId } = scope.visit
      if (!sessionId) return refuse('session-ended')
      const handoverId = newRowId()
      if (!(await lockStaffSession(scope, sessionId, handoverId))) return refuse('session-ended')
      await insertKioskSession(scope, { id: handoverId, sessionId, consentIds })
      return { answer: { handoverId }, subject: handoverId, details: { consentIds } }
    }),

    get: handle(contract.kiosks.get, async (_scope, { handoverId }, answering) => {
      const held = await heldBy(answering.cookie, handoverId)
      const kiosk =
        held &&
        (await runJob(held.clinicId, async (scope) => {
          const handover = await findKioskSession(scope, handoverId)
          return handover ? viewOf(scope, handover) : null
        }))
      return kiosk ? { answer: kiosk } : refuse('not-found')
    }),

    verify: handle(contract.kiosks.verify, async ({ visit }, { handoverId, dateOfBirth }, answering) => {
      const held = await heldBy(answering.cookie, handoverId)
      if (!held) return refuse('not-found')
      const { clinicId } = held
      const tried = await runJob(clinicId, (scope) => verifyBirthDate(scope, handoverId, dateOfBirth))
      if (tried.refused) return refuse(tried.refused.reason, tried.refused.details, { clinicId, actor })
      await ownLinks.close(clinicId, tried.closing)
      for (const cookie of ownLinks.expireOldest(answering.cookie)) answering.setCookie(cookie)
      for (const cookie of await open({ clinicId, ...tried }, visit)) answering.setCookie(cookie)
      const answer = await runJob(clinicId, (scope) => viewOf(scope, tried.handover))
      return { answer, subject: handoverId, by: { clinicId, actor } }
    }),

    cover: handle(contract.kiosks.cover, async (_scope, { handoverId }, answering) => {
      const held = await heldBy(answering.cookie, handoverId)
      if (!held) return refuse('not-found')
      const { clinicId } = held
      const links = await runJob(clinicId, async (scope) => {
        await updateKioskSession(scope, handoverId, { provedUntil: null })
        return listLinksOfKioskSession(scope, handoverId)
      })
      await ownLinks.close(clinicId, links)
      return { answer: { covered: true as const }, subject: handoverId, by: { clinicId, actor } }
    }),
  }
}

type VerifiedBirthDate = Extract<Awaited<ReturnType<typeof verifyBirthDate>>, { opening: unknown }>
