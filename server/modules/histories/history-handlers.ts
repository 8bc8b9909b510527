import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import type { History, KnownFact } from '../../../contract/histories.ts'
import { isAskedAt } from '../../../contract/risk-rules.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findPatient, type PatientRow } from '../patients/index.ts'
import { ageOnDay } from './history-risks.ts'
import { riskRuleBook } from './history-rule-book.ts'
import { findPatientRisks } from './history-plan.ts'
import { validateFacts, changedFacts, normalizeFact, reviewStatusOf, buildTimeline } from './history-rules.ts'
import {
  listAllEntries,
  listReviews,
  insertEntries,
  insertReview,
  lockHistory,
  listCurrentEntries,
  findLatestReview,
  findHistoryVersion,
  type EntryRow,
} from './history-store.ts'

const knownFactOf = (entry: EntryRow): KnownFact => ({
  ...normalizeFact(entry),
  source: entry.source,
  byName: entry.byName,
  at: entry.at.toISOString(),
  version: entry.version,
})

const factorOrder = new Map(riskRuleBook.factors.map(({ id }, place) => [id, place]))

/** In the order of the questions; what is asked no longer comes last. */
function sortByFactor<Row>(rows: readonly Row[], factorOf: (row: Row) => string): Row[] {
  const placeOf = (row: Row) => factorOrder.get(factorOf(row)) ?? factorOrder.size
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

async function buildHistory(
  scope: ClinicScope,
  { id: patientId, dateOfBirth }: Pick<PatientRow, 'id' | 'dateOfBirth'>,
): Promise<History> {
  const version = await findHistoryVersion(scope, patientId)
  const facts = sortByFactor(
    (await listCurrentEntries(scope, patientId)).map(knownFactOf),
    ({ factor }) => factor,
  )
  const asked = new Set(facts.map(({ factor }) => factor))
  const ageYears = ageOnDay(dateOfBirth, dateInTimeZone(scope.now))
  return {
    patientId,
    version,
    facts,
    review: reviewStatusOf(await findLatestReview(scope, patientId), scope.now),
    unasked: riskRuleBook.factors
      .filter((factor) => !asked.has(factor.id) && isAskedAt(factor, { ageYears }))
      .map(({ id }) => id),
  }
}

export const historyHandlers = {
  get: handle(contract.histories.get, async (scope, { patientId }) => {
    const patient = await findPatient(scope, patientId)
    return patient ? { answer: await buildHistory(scope, patient) } : refuse('not-found')
  }),

  save: handle(contract.histories.save, async (scope, { patientId, version, source, facts, isReviewed }) => {
    const patient = await findPatient(scope, patientId)
    if (!patient) return refuse('not-found')
    const fault = validateFacts(riskRuleBook, facts)
    if (fault) return refuse(fault)
    if ((await lockHistory(scope, patientId)) !== version) return refuse('changed-meanwhile')
    const { changed, confirmed } = changedFacts(await listCurrentEntries(scope, patientId), facts, source)
    const saved = [...changed, ...confirmed].map(normalizeFact)
    const next = saved.length > 0 ? version + 1 : version
    if (saved.length > 0) await insertEntries(scope, patientId, { facts: saved, source, version: next })
    if (isReviewed) await insertReview(scope, patientId, next)
    const { clinicId } = scope
    if (changed.length > 0) scope.enqueue('patient.history_changed', { clinicId, patientId })
    const answer = await buildHistory(scope, patient)
    if (saved.length === 0 && !isReviewed) return { answer, as: 'nothing' }
    // Which questions they were says as much as the answers: only their number is written down.
    return { answer, subject: patientId, details: { changed: changed.length, isReviewed } }
  }),

  review: handle(contract.histories.review, async (scope, { patientId, version }) => {
    const patient = await findPatient(scope, patientId)
    if (!patient) return refuse('not-found')
    if ((await lockHistory(scope, patientId)) !== version) return refuse('changed-meanwhile')
    if (version === 0) return refuse('nothing-asked')
    await insertReview(scope, patientId, version)
    return { answer: await buildHistory(scope, patient), subject: patientId }
  }),

  timeline: handle(contract.histories.timeline, async (scope, { patientId, page, pageSize }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    const steps = buildTimeline(await listAllEntries(scope, patientId), await listReviews(scope, patientId))
    const { offset, limit } = sliceOf({ page, pageSize })
    const rows = steps.slice(offset, offset + limit).map(({ changes, ...step }) => ({
      ...step,
      changes: sortByFactor(changes, ({ after }) => after.factor),
    }))
    return { answer: { rows, total: steps.length, page, pageSize } }
  }),

  risks: handle(contract.histories.risks, async (scope, planned) => {
    const answer = await findPatientRisks(scope, planned)
    return typeof answer === 'string' ? refuse(answer) : { answer }
  }),
}
