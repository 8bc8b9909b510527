import type { LibraryTreatments } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import { subtypes_max } from '../../../contract/limits.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  hasDuplicates,
  hierarchyOf,
  findDuplicates,
  findByName,
  nextPosition,
  visibleSubtypes,
  visibleTypes,
  treatmentOf,
} from './treatment-rules.ts'
import { addMissingDefaults, listDefaults } from './treatment-seeding.ts'
import {
  deleteSubtype,
  deleteTreatment,
  findTreatment,
  insertSubtype,
  insertTreatment,
  listTreatments,
  lockNames,
  lockTreatment,
  mergeDuplicate,
  ownerOf,
  listTypes,
  renameSubtype,
  updateTreatment,
  type NewTreatment,
  type TreatmentChange,
} from './treatment-store.ts'

/** Both sides ask the same of what is theirs: a clinic of what it added, a super administrator of the platform's. */
type Scope = ClinicScope | AdminScope
type TreatmentRef = { treatmentId: string }

async function list(scope: Scope) {
  const records = await listTreatments(scope)
  return { answer: records.map((record) => treatmentOf(record, ownerOf(scope))) }
}

async function hierarchy(scope: Scope) {
  return { answer: hierarchyOf(await listTreatments(scope)) }
}

async function get(scope: Scope, { treatmentId }: TreatmentRef) {
  const record = await findTreatment(scope, treatmentId)
  return record ? { answer: treatmentOf(record, ownerOf(scope)) } : refuse('treatment-not-found')
}

/** The answer to a change: the type as it is now. */
async function treatmentResult(scope: Scope, treatmentId: string, details: Record<string, unknown>) {
  const record = await findTreatment(scope, treatmentId)
  return { answer: treatmentOf(record!, ownerOf(scope)), subject: treatmentId, details }
}

async function create(scope: Scope, treatment: NewTreatment) {
  const { name, subtypes } = treatment
  if (hasDuplicates(subtypes)) return refuse('subtype-taken')
  await lockNames(scope)
  if (findByName(visibleTypes(await listTypes(scope), ownerOf(scope)), name)) return refuse('name-taken')
  return treatmentResult(scope, await insertTreatment(scope, treatment), { name })
}

async function update(scope: Scope, { treatmentId, ...change }: TreatmentRef & TreatmentChange) {
  if (change.name !== undefined) await lockNames(scope)
  const record = await lockTreatment(scope, treatmentId)
  if (!record) return refuse('treatment-not-found')
  if (record.ownerClinicId !== ownerOf(scope)) return refuse('not-own')
  if (change.name !== undefined) {
    const others = visibleTypes(await listTypes(scope), ownerOf(scope)).filter(({ id }) => id !== treatmentId)
    if (findByName(others, change.name)) return refuse('name-taken')
  }
  await updateTreatment(scope, treatmentId, change)
  return { ...(await treatmentResult(scope, treatmentId, { fields: Object.keys(change) })), before: record }
}

async function remove(scope: Scope, { treatmentId }: TreatmentRef) {
  const record = await lockTreatment(scope, treatmentId)
  if (!record) return refuse('treatment-not-found')
  if (record.ownerClinicId !== ownerOf(scope)) return refuse('not-own')
  await deleteTreatment(scope, treatmentId)
  return { answer: { removed: true as const }, subject: treatmentId, details: { name: record.name } }
}

async function addSubtype(scope: Scope, { treatmentId, name }: TreatmentRef & { name: string }) {
  const record = await lockTreatment(scope, treatmentId)
  if (!record) return refuse('treatment-not-found')
  const { subtypes } = record
  if (findByName(subtypes, name)) return refuse('subtype-taken')
  if (subtypes.length >= subtypes_max) return refuse('too-many-subtypes')
  const isAdded = await insertSubtype(scope, { treatmentId, name, position: nextPosition(subtypes) })
  if (!isAdded) return refuse('subtype-taken')
  await updateTreatment(scope, treatmentId)
  return treatmentResult(scope, treatmentId, { subtype: name })
}

/** A subtype for a change by the scope: the one that is shown under the name, if it is the scope's own. */
async function lockSubtype(scope: Scope, treatmentId: string, name: string) {
  const record = await lockTreatment(scope, treatmentId)
  if (!record) return refuse('treatment-not-found')
  const subtype = findByName(visibleSubtypes(record.subtypes), name)
  if (!subtype) return refuse('subtype-not-found')
  return subtype.ownerClinicId === ownerOf(scope) ? { record, subtype } : refuse('not-own')
}

async function rename(scope: Scope, { treatmentId, name, to }: TreatmentRef & { name: string; to: string }) {
  const found = await lockSubtype(scope, treatmentId, name)
  if (!('subtype' in found)) return found
  const { record, subtype } = found
  const others = record.subtypes.filter(({ id }) => id !== subtype.id)
  if (findByName(others, to) || !(await renameSubtype(scope, subtype.id, to))) return refuse('subtype-taken')
  await updateTreatment(scope, treatmentId)
  return { ...(await treatmentResult(scope, treatmentId, { subtype: subtype.name, to })), before: name }
}

async function removeSubtype(scope: Scope, { treatmentId, name }: TreatmentRef & { name: string }) {
  const found = await lockSubtype(scope, treatmentId, name)
  if (!('subtype' in found)) return found
  await deleteSubtype(scope, found.subtype.id)
  await updateTreatment(scope, treatmentId)
  return { ...(await treatmentResult(scope, treatmentId, { subtype: found.subtype.name })), before: name }
}

async function removeDuplicates(scope: AdminScope) {
  await lockNames(scope)
  const duplicates = findDuplicates(await listTypes(scope))
  for (const duplicate of duplicates) await mergeDuplicate(scope, duplicate)
  const removed = duplicates.map(({ later }) => later.name)
  return { answer: { removed }, details: { removed } }
}

/** The operations of `contract/treatments.ts` for a clinic. */
export const treatmentHandlers = {
  list: handle(contract.treatments.list, list),
  hierarchy: handle(contract.treatments.hierarchy, hierarchy),
  get: handle(contract.treatments.get, get),
  create: handle(contract.treatments.create, create),
  update: handle(contract.treatments.update, update),
  remove: handle(contract.treatments.remove, remove),
  addSubtype: handle(contract.treatments.addSubtype, addSubtype),
  renameSubtype: handle(contract.treatments.renameSubtype, rename),
  removeSubtype: handle(contract.treatments.removeSubtype, removeSubtype),
}

/** The same for super administrators; `library` is what the product comes with. */
export const adminTreatmentHandlers = (library: LibraryTreatments) => ({
  list: handle(contract.adminTreatments.list, list),
  hierarchy: handle(contract.adminTreatments.hierarchy, hierarchy),
  get: handle(contract.adminTreatments.get, get),
  create: handle(contract.adminTreatments.create, create),
  update: handle(contract.adminTreatments.update, update),
  remove: handle(contract.adminTreatments.remove, remove),
  addSubtype: handle(contract.adminTreatments.addSubtype, addSubtype),
  renameSubtype: handle(contract.adminTreatments.renameSubtype, rename),
  removeSubtype: handle(contract.adminTreatments.removeSubtype, removeSubtype),
  seedDefaults: handle(contract.adminTreatments.seedDefaults, async (scope) => {
    const added = await addMissingDefaults(scope, listDefaults(library))
    return { answer: { added }, details: { added } }
  }),
  removeDuplicates: handle(contract.adminTreatments.removeDuplicates, removeDuplicates),
})
