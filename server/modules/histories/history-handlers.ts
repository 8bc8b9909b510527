import { contract } from '../../../contract/index.ts'
import type { History, KnownFact } from '../../../contract/histories.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findPatient } from '../patients/index.ts'
import { book } from './history-book.ts'
import { risksFor } from './history-plan.ts'
import { faultOf, newsOf, plainFact, reviewOf, timelineOf } from './history-rules.ts'
import {
  allEntries,
  allReviews,
  insertEntries,
  insertReview,
  lockHistory,
  newestEntries,
  newestReview,
  versionOf,
  type EntryRow,
} from './history-store.ts'

const knownOf = (entry: EntryRow): KnownFact => ({
  ...plainFact(entry),
  source: entry.source,
  byName: entry.byName,
  at: entry.at.toISOString(),
  version: entry.version,
})

const places = new Map(book.factors.map(({ id }, place) => [id, place]))

/** In the order of the questions; what is asked no longer comes last. */
function inOrder<Row>(rows: readonly Row[], factorOf: (row: Row) => string): Row[] {
  const placeOf = (row: Row) => places.get(factorOf(row)) ?? places.size
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

async function historyOf(scope: ClinicScope, patientId: string): Promise<History> {
  const version = await versionOf(scope, patientId)
  const facts = inOrder((await newestEntries(scope, patientId)).map(knownOf), ({ factor }) => factor)
  const asked = new Set(facts.map(({ factor }) => factor))
  return {
    patientId,
    version,
    facts,
    review: reviewOf(await newestReview(scope, patientId), scope.now),
    unasked: book.factors.flatMap(({ id }) => (asked.has(id) ? [] : id)),
  }
}

export const historyHandlers = {
  get: handle(contract.histories.get, async (scope, { patientId }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return { answer: await historyOf(scope, patientId) }
  }),

  save: handle(contract.histories.save, async (scope, { patientId, version, source, facts, isReviewed }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    const fault = faultOf(book, facts)
    if (fault) return refuse(fault)
    if ((await lockHistory(scope, patientId)) !== version) return refuse('changed-meanwhile')
    const { changed, confirmed } = newsOf(await newestEntries(scope, patientId), facts, source)
    const saved = [...changed, ...confirmed].map(plainFact)
    const next = saved.length > 0 ? version + 1 : version
    if (saved.length > 0) await insertEntries(scope, patientId, { facts: saved, source, version: next })
    if (isReviewed) await insertReview(scope, patientId, next)
    const { clinicId } = scope
    if (changed.length > 0) scope.enqueue('patient.history_changed', { clinicId, patientId })
    const answer = await historyOf(scope, patientId)
    if (saved.length === 0 && !isReviewed) return { answer, as: 'nothing' }
    // Which questions they were says as much as the answers: only their number is written down.
    return { answer, subject: patientId, details: { changed: changed.length, isReviewed } }
  }),

  review: handle(contract.histories.review, async (scope, { patientId, version }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    if ((await lockHistory(scope, patientId)) !== version) return refuse('changed-meanwhile')
    if (version === 0) return refuse('nothing-asked')
    await insertReview(scope, patientId, version)
    return { answer: await historyOf(scope, patientId), subject: patientId }
  }),

  timeline: handle(contract.histories.timeline, async (scope, { patientId, page, pageSize }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    const steps = timelineOf(await allEntries(scope, patientId), await allReviews(scope, patientId))
    const { offset, limit } = sliceOf({ page, pageSize })
    const rows = steps.slice(offset, offset + limit).map(({ changes, ...step }) => ({
      ...step,
      changes: inOrder(changes, ({ after }) => after.factor),
    }))
    return { answer: { rows, total: steps.length, page, pageSize } }
  }),

  risks: handle(contract.histories.risks, async (scope, planned) => {
    const answer = await risksFor(scope, planned)
    return typeof answer === 'string' ? refuse(answer) : { answer }
  }),
}
