import type { PatientRecordMerge } from '../patients/index.ts'
import { factsToMerge } from './history-rules.ts'
import { hasEntriesSince, insertEntries, lockHistory, listCurrentEntries } from './history-store.ts'

/**
 * Where two patient records become one, the one that stays learns what the other knew; what was saved is never taken
 * away or moved. Undone, it keeps what it learnt, and each answer goes on saying that it came from another record: a
 * risk too many is asked about, one too few is not.
 */
export const historyMerge: PatientRecordMerge = {
  name: 'histories',
  async move(scope, { fromId, toId, ids }) {
    if (ids) return []
    const theirs = await listCurrentEntries(scope, fromId)
    if (theirs.length === 0) return []
    const version = (await lockHistory(scope, toId)) + 1
    const facts = factsToMerge(theirs, await listCurrentEntries(scope, toId))
    if (facts.length === 0) return []
    await insertEntries(scope, toId, { facts, source: 'merge', version })
    scope.enqueue('patient.history_changed', { clinicId: scope.clinicId, patientId: toId })
    return facts.map(({ factor }) => factor)
  },
  hasChanged: hasEntriesSince,
}
