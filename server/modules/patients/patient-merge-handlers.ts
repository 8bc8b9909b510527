import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { Merge } from '../../../contract/patients.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { undoObstacle, undoUntil, type PatientRecordMerge } from './patient-merge-rules.ts'
import { insertMerge, lockMerge, mergesOf, updateMerge, type MergeRow } from './patient-merge-store.ts'
import { noteMergePart } from './patient-note-store.ts'
import { hasName, isAgreedChannel, toStoredDetails, patientName } from './patient-rules.ts'
import {
  changePatient,
  findPatient,
  lockPatient,
  updatePatient,
  type StoredPatientDetails,
  type PatientRow,
} from './patient-store.ts'
import { viewOf } from './patient-view.ts'

/** Locks two records, always in the same order, so that two merges of them cannot wait for each other. */
async function lockBoth(scope: ClinicScope, one: string, other: string) {
  const locked = new Map<string, PatientRow | undefined>()
  for (const id of [one, other].toSorted()) locked.set(id, await lockPatient(scope, id))
  return [locked.get(one), locked.get(other)] as const
}

/** A record's details as they are, to be put back if the merge is undone. */
const detailsOf = (row: PatientRow): StoredPatientDetails => {
  const { title, firstName, lastName, preferredName, dateOfBirth, email, phone, address } = row
  const { contactPermission, preferredChannel, nhsNumber, language, accessNeeds, accessNotes } = row
  const { needsAskedOn, needsAskedBy, needsReviewOn, guardians } = row
  const { phoneNote, otherPhone, otherPhoneNote } = row
  return {
    ...{ title, firstName, lastName, preferredName, dateOfBirth, email, phone, address },
    ...{ phoneNote, otherPhone, otherPhoneNote },
    ...{ contactPermission, preferredChannel, nhsNumber, language, accessNeeds, accessNotes },
    ...{ needsAskedOn, needsAskedBy, needsReviewOn, guardians },
  }
}

/** The operations that make one record of two, and two of one again. */
export function patientMergeHandlers(recordMerges: readonly PatientRecordMerge[]) {
  const parts = [noteMergePart, ...recordMerges]

  async function hasChanged(scope: ClinicScope, patientId: string, since: Date): Promise<boolean> {
    for (const part of parts) if (await part.hasChanged(scope, patientId, since)) return true
    return false
  }

  async function obstacleOf(scope: ClinicScope, merge: MergeRow, { id, version }: PatientRow) {
    return undoObstacle(merge, {
      version,
      hasChanged: await hasChanged(scope, id, merge.at),
      now: scope.now,
    })
  }

  const mergeView = async (scope: ClinicScope, merge: MergeRow, survivor: PatientRow): Promise<Merge> => ({
    id: merge.id,
    mergedId: merge.mergedId,
    mergedName: merge.mergedName,
    at: merge.at.toISOString(),
    by: merge.byName,
    undoUntil: undoUntil(merge.at).toISOString(),
    obstacle: await obstacleOf(scope, merge, survivor),
  })

  /** Moves what belongs to a record; undone, the same rows move back. Answers their ids, by what they are. */
  async function moveAll(
    scope: ClinicScope,
    { mergeId, fromId, toId }: { mergeId: string; fromId: string; toId: string },
    back: Record<string, string[]> | null,
  ): Promise<Record<string, string[]>> {
    const moved: Record<string, string[]> = {}
    for (const part of parts) {
      const ids = back ? (back[part.name] ?? []) : null
      moved[part.name] = await part.move(scope, { mergeId, fromId, toId, ids })
    }
    return moved
  }

  return {
    merge: handle(
      contract.patients.merge,
      async (scope, { patientId, version, duplicateId, duplicateVersion, ...details }) => {
        if (patientId === duplicateId) return refuse('same-patient')
        const [survivor, duplicate] = await lockBoth(scope, patientId, duplicateId)
        if (!survivor) return refuse('not-found')
        if (!duplicate) return refuse('duplicate-not-found')
        if (survivor.status === 'merged' || duplicate.status === 'merged') return refuse('patient-merged')
        if (survivor.version !== version || duplicate.version !== duplicateVersion)
          return refuse('changed-meanwhile')
        if (!hasName(details)) return refuse('name-missing')
        if (!isAgreedChannel(details)) return refuse('channel-not-agreed')
        const merge = await insertMerge(scope, {
          survivorId: patientId,
          mergedId: duplicateId,
          mergedName: patientName(duplicate),
          mergedStatus: duplicate.status,
          survivorBefore: detailsOf(survivor),
          survivorVersion: survivor.version + 1,
        })
        // First the duplicate, which gives its NHS number up.
        await changePatient(scope, duplicateId, { status: 'merged', mergedInto: patientId })
        const asked = details.needsAskedOn === duplicate.needsAskedOn ? duplicate : survivor
        const saved = await updatePatient(scope, patientId, {
          ...toStoredDetails(details, { by: scope.actor.name, newId: randomUUID }),
          needsAskedBy: details.needsAskedOn ? asked.needsAskedBy : '',
        })
        if (!saved) return refuse('duplicate-nhs-number')
        const moved = await moveAll(scope, { mergeId: merge.id, fromId: duplicateId, toId: patientId }, null)
        await updateMerge(scope, merge.id, { moved })
        return {
          answer: { mergeId: merge.id, patient: viewOf(saved, scope.now) },
          subject: patientId,
          details: { mergeId: merge.id, mergedId: duplicateId },
          before: [survivor, duplicate],
        }
      },
    ),

    merges: handle(contract.patients.merges, async (scope, { patientId }) => {
      const survivor = await findPatient(scope, patientId)
      if (!survivor) return refuse('not-found')
      const answer: Merge[] = []
      for (const merge of await mergesOf(scope, patientId))
        answer.push(await mergeView(scope, merge, survivor))
      return { answer }
    }),

    undoMerge: handle(contract.patients.undoMerge, async (scope, { mergeId }) => {
      const merge = await lockMerge(scope, mergeId)
      if (!merge) return refuse('not-found')
      const { survivorId, mergedId } = merge
      const [survivor] = await lockBoth(scope, survivorId, mergedId)
      const obstacle = await obstacleOf(scope, merge, survivor!)
      if (obstacle) return refuse(obstacle)
      await updateMerge(scope, mergeId, { undoneAt: scope.now, undoneBy: scope.actor.name })
      const before = merge.survivorBefore as StoredPatientDetails
      const restored = await updatePatient(scope, survivorId, before)
      if (!restored) return refuse('duplicate-nhs-number')
      await changePatient(scope, mergedId, { status: merge.mergedStatus, mergedInto: null })
      await moveAll(scope, { mergeId, fromId: survivorId, toId: mergedId }, merge.moved)
      return { answer: viewOf(restored, scope.now), subject: survivorId, details: { mergeId, mergedId } }
    }),
  }
}
