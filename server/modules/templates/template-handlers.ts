import { contract } from '../../../contract/index.ts'
import type { TemplateFields, TemplateStatus, TemplateSummary } from '../../../contract/templates.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { templatesNeedApproval, timeZoneOf } from '../clinics/index.ts'
import { done, doneInList, lockOwn, summariesOf, unchanged, viewOf } from './template-answers.ts'
import { adminApprovalHandlers, approvalHandlers } from './template-approval-handlers.ts'
import { decisionsOf } from './template-approval-store.ts'
import { keepFavourite } from './template-favourite-store.ts'
import { facetsOf, listTemplates, type TemplateFilter } from './template-list-store.ts'
import { adminOfferHandlers, offerHandlers } from './template-offer-handlers.ts'
import { findSourceVersion } from './template-offer-store.ts'
import { dayIn } from './template-review-rules.ts'
import { changesSeriousRisk, copyName, saidBy, saidHash, type CopyKind } from './template-rules.ts'
import { addTemplate, makeTemplate, saveText } from './template-saving.ts'
import {
  changeTemplate,
  findCurrent,
  findVersion,
  newestOf,
  offerTemplate,
  versionsOf,
  type CurrentTemplate,
  type TemplateSide,
  type VersionRow,
} from './template-store.ts'
import { withOwnVideos } from './template-videos.ts'
import { versionOf, versionTextOf } from './template-view.ts'

type Named = { templateId: string }
type NamedVersion = Named & { versionId: string }
type Paged = { page: number; pageSize: number }
type Updated = TemplateFields &
  NamedVersion & { takenVersionId?: string | undefined; reason: string; change: 'cosmetic' | 'material' }
type Care = Named & Pick<TemplateSummary, 'clinicalOwner' | 'reviewDue'>

/** Where the platform's own days are told. */
const platformZone = 'Europe/London'

async function list(scope: TemplateSide, { page, pageSize, ...filter }: TemplateFilter & Paged) {
  const zone = scope.audience === 'clinic' ? await timeZoneOf(scope) : platformZone
  const today = dayIn(zone, scope.now)
  const { rows, total } = await listTemplates(scope, { ...filter, today }, sliceOf({ page, pageSize }))
  return { answer: { rows: await summariesOf(scope, rows), total, page, pageSize } }
}

const facets = async (scope: TemplateSide) => ({ answer: await facetsOf(scope) })

async function get(scope: TemplateSide, { templateId, text }: Named & { text: 'current' | 'newest' }) {
  const current = await findCurrent(scope, templateId)
  return current ? { answer: await viewOf(scope, current, text) } : refuse('not-found')
}

async function create(scope: TemplateSide, fields: TemplateFields) {
  const made = await makeTemplate(scope, fields, 'Created')
  return typeof made === 'string' ? done(scope, made, {}) : refuse(made.wrong, made.details)
}

/** Saves one of the scope’s own templates anew, from the version that was read. */
export async function updateTemplate(
  scope: TemplateSide,
  { templateId, versionId, takenVersionId, ...sent }: Updated,
) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const newest = await newestOf(scope, current)
  if (newest.id !== versionId) return refuse('changed-meanwhile', { versionId: newest.id })
  const taken = takenVersionId && (await findSourceVersion(scope, current.template, takenVersionId))
  if (takenVersionId && !taken) return refuse('not-found')
  const { reason, change: named, ...told } = sent
  const fields = await withOwnVideos(scope, told, newest.wording)
  if ('wrong' in fields) return refuse(fields.wrong, fields.details)
  const said = saidBy(fields, newest.wording)
  if ('wrong' in said) return refuse(said.wrong, said.details)
  const isSame = saidHash(said) === saidHash(newest)
  // Also of what patients read now: several cosmetic steps do not add up to another risk.
  const earlier = [newest.wording, current.version.wording]
  const isSerious = earlier.some((wording) => changesSeriousRisk(wording, said.wording))
  if (!isSame && named === 'cosmetic' && isSerious) return refuse('serious-risk-changed')
  // Put right before anybody read it, a proposal still changes as much of what patients read now.
  const change = newest.id === current.version.id ? named : materialOf(named, newest.change)
  const details = {
    ...(await offer(scope, current, fields.metadata)),
    ...(await take(scope, current, taken || undefined)),
    ...(isSame ? {} : await saveText(scope, current, { said, reason, change })),
  }
  if (Object.keys(details).length === 0) return { ...unchanged(await viewOf(scope, current)), before: newest }
  return { ...(await done(scope, templateId, { version: newest.label, change, ...details })), before: newest }
}

const materialOf = (...changes: VersionRow['change'][]): VersionRow['change'] =>
  changes.includes('material') ? 'material' : 'cosmetic'

/** Offers a template to all clinics, or no longer, where that is the caller's to say and was changed. */
async function offer(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  { isGlobal }: TemplateFields['metadata'],
): Promise<{ offered?: boolean }> {
  if (scope.audience !== 'admin' || isGlobal === template.offeredToAll) return {}
  await offerTemplate(scope, template.id, isGlobal)
  return { offered: isGlobal }
}

/** Keeps which version of its source a template has taken in. */
async function take(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  taken: VersionRow | undefined,
): Promise<{ takenIn?: string }> {
  if (!taken || taken.id === template.originVersionId) return {}
  await changeTemplate(scope, template.id, { originVersionId: taken.id })
  return { takenIn: taken.label }
}

/** Whether the version that consents would be made of was approved, by what somebody other than its author said last. */
async function isApproved(scope: TemplateSide, { template, version }: CurrentTemplate): Promise<boolean> {
  const decisions = await decisionsOf(scope, template.id)
  const newest = decisions.find(({ versionId, by }) => versionId === version.id && by !== version.createdBy)
  return newest?.decision === 'approved'
}

async function setStatus(scope: TemplateSide, { templateId, status }: Named & { status: TemplateStatus }) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const before = current.template.status
  if (before === status) return unchanged((await doneInList(scope, templateId, {})).answer)
  if (status === 'active' && (await templatesNeedApproval(scope)) && !(await isApproved(scope, current)))
    return refuse('approval-needed')
  await changeTemplate(scope, templateId, { status })
  return doneInList(scope, templateId, { before, after: status })
}

/** Says who answers for one of the scope’s own templates, and by when it is reviewed. */
export async function setTemplateCare(scope: TemplateSide, { templateId, clinicalOwner, reviewDue }: Care) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const { template } = current
  const owner = {
    clinicalOwnerName: clinicalOwner?.name ?? '',
    clinicalOwnerGdc: clinicalOwner?.gdcNumber ?? null,
  }
  const isSameDate = template.reviewDue === reviewDue
  const isSameOwner =
    template.clinicalOwnerName === owner.clinicalOwnerName &&
    template.clinicalOwnerGdc === owner.clinicalOwnerGdc
  const before = template.clinicalOwnerName
  if (isSameDate && isSameOwner)
    return { ...unchanged((await doneInList(scope, templateId, {})).answer), before }
  // Another date is reminded of in its own time.
  const dates = isSameDate ? {} : { reviewDue, reviewRemindedOn: null }
  await changeTemplate(scope, templateId, { ...owner, ...dates })
  const care = { clinicalOwner: owner.clinicalOwnerGdc, reviewDue }
  return { ...(await doneInList(scope, templateId, care)), before }
}

async function remove(scope: TemplateSide, { templateId }: Named) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  await changeTemplate(scope, templateId, { deletedAt: scope.now })
  const answer = { removed: true } as const
  return { answer, subject: templateId, details: { name: current.template.name } }
}

/** A new template that says what another one says now, and belongs to whoever copies it. */
async function copied(scope: TemplateSide, templateId: string, kind: CopyKind) {
  const source = await findCurrent(scope, templateId)
  if (!source) return refuse('not-found')
  const { id: originVersionId, heading, wording } = source.version
  const copyId = await addTemplate(scope, {
    said: { heading: { ...heading, name: copyName(source.template.name, kind) }, wording },
    reason: `Copied from ${source.template.name}`,
    originVersionId,
    ...(kind === 'personal' ? { isPersonal: true, savedFrom: templateId } : { duplicatedFrom: templateId }),
  })
  return done(scope, copyId, { copiedFrom: templateId })
}

const duplicate = (scope: TemplateSide, { templateId }: Named) => copied(scope, templateId, 'duplicate')

async function saveAsPersonal(scope: TemplateSide, { templateId }: Named) {
  return scope.audience === 'admin' ? refuse('no-clinic') : copied(scope, templateId, 'personal')
}

async function versions(scope: TemplateSide, { templateId }: Named) {
  const current = await findCurrent(scope, templateId)
  if (!current) return refuse('not-found')
  const standing = { ...current, decisions: await decisionsOf(scope, templateId) }
  const rows = await versionsOf(scope, templateId)
  return { answer: rows.map((row) => versionOf(row, standing)) }
}

async function version(scope: TemplateSide, { templateId, versionId }: NamedVersion) {
  const current = await findCurrent(scope, templateId)
  const found = current && (await findVersion(scope, templateId, versionId))
  if (!found) return refuse('not-found')
  return { answer: versionTextOf(found, { ...current, decisions: await decisionsOf(scope, templateId) }) }
}

async function restore(scope: TemplateSide, { templateId, versionId }: NamedVersion) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const old = await findVersion(scope, templateId, versionId)
  if (!old) return refuse('not-found')
  const said = { heading: old.heading, wording: old.wording }
  if (saidHash(said) === saidHash(await newestOf(scope, current)))
    return unchanged(await viewOf(scope, current))
  const reason = `Restored version ${old.label}`
  const saved = await saveText(scope, current, { said, reason, change: 'material' })
  return done(scope, templateId, { ...saved, restored: old.label })
}

/** Nobody else’s list changes by a favourite, so that every template the clinic may use can be one. */
const setFavourite = async (
  scope: ClinicScope,
  { templateId, isFavourite }: Named & { isFavourite: boolean },
) => {
  if (!(await findCurrent(scope, templateId))) return refuse('not-found')
  const isChanged = await keepFavourite(scope, templateId, isFavourite)
  const after = await doneInList(scope, templateId, { isFavourite })
  return isChanged ? after : unchanged(after.answer)
}

/** The operations of a clinic, about its own templates beside the platform's. */
export const templateHandlers = {
  list: handle(contract.templates.list, list),
  facets: handle(contract.templates.facets, facets),
  get: handle(contract.templates.get, get),
  create: handle(contract.templates.create, create),
  update: handle(contract.templates.update, updateTemplate),
  setStatus: handle(contract.templates.setStatus, setStatus),
  remove: handle(contract.templates.remove, remove),
  duplicate: handle(contract.templates.duplicate, duplicate),
  saveAsPersonal: handle(contract.templates.saveAsPersonal, saveAsPersonal),
  versions: handle(contract.templates.versions, versions),
  version: handle(contract.templates.version, version),
  restore: handle(contract.templates.restore, restore),
  setCare: handle(contract.templates.setCare, setTemplateCare),
  setFavourite: handle(contract.templates.setFavourite, setFavourite),
  ...approvalHandlers,
  ...offerHandlers,
}

/** The same of super administrators, about the platform's. */
export const adminTemplateHandlers = {
  list: handle(contract.adminTemplates.list, list),
  facets: handle(contract.adminTemplates.facets, facets),
  get: handle(contract.adminTemplates.get, get),
  create: handle(contract.adminTemplates.create, create),
  update: handle(contract.adminTemplates.update, updateTemplate),
  setStatus: handle(contract.adminTemplates.setStatus, setStatus),
  remove: handle(contract.adminTemplates.remove, remove),
  duplicate: handle(contract.adminTemplates.duplicate, duplicate),
  saveAsPersonal: handle(contract.adminTemplates.saveAsPersonal, saveAsPersonal),
  versions: handle(contract.adminTemplates.versions, versions),
  version: handle(contract.adminTemplates.version, version),
  restore: handle(contract.adminTemplates.restore, restore),
  setCare: handle(contract.adminTemplates.setCare, setTemplateCare),
  ...adminApprovalHandlers,
  ...adminOfferHandlers,
}
