import { contract } from '../../../contract/index.ts'
import type { TemplateFields, TemplateStatus, TemplateSummary } from '../../../contract/templates.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { templatesNeedApproval, timeZoneOf } from '../clinics/index.ts'
import {
  templateResult,
  listItemResult,
  lockOwnTemplate,
  buildSummaries,
  unchangedResult,
  buildTemplateView,
} from './template-responses.ts'
import { adminApprovalHandlers, approvalHandlers } from './template-approval-handlers.ts'
import { listDecisions } from './template-approval-store.ts'
import { saveFavourite } from './template-favourite-store.ts'
import { findGroupName } from './template-group-store.ts'
import { listFacets, listTemplates, type TemplateFilter } from './template-list-store.ts'
import { adminOfferHandlers, offerHandlers } from './template-offer-handlers.ts'
import { findSourceVersion } from './template-offer-store.ts'
import {
  changesSeriousRisk,
  copyName,
  buildVersionContent,
  versionContentHash,
  type CopyKind,
} from './template-rules.ts'
import { addTemplate, createTemplate, saveTemplateText } from './template-saving.ts'
import {
  updateTemplateFields,
  findCurrentTemplate,
  findVersion,
  findNewestVersion,
  offerTemplate,
  listTemplateVersions,
  type CurrentTemplate,
  type TemplateSide,
  type VersionRow,
} from './template-store.ts'
import { resolveOwnVideos } from './template-videos.ts'
import { versionOf, versionTextOf } from './template-view.ts'

type TemplateRef = { templateId: string }
type VersionRef = TemplateRef & { versionId: string }
type Paged = { page: number; pageSize: number }
type Updated = TemplateFields &
  VersionRef & { takenVersionId?: string | undefined; reason: string; change: 'cosmetic' | 'material' }
type Care = TemplateRef & Pick<TemplateSummary, 'clinicalOwner' | 'reviewDue'>

/** Where the platform's own days are told. */
const platformTimeZone = 'Europe/London'

async function list(scope: TemplateSide, { page, pageSize, ...filter }: TemplateFilter & Paged) {
  const zone = scope.audience === 'clinic' ? await timeZoneOf(scope) : platformTimeZone
  const today = dayAt(scope.now, zone)
  const { rows, total } = await listTemplates(scope, { ...filter, today }, sliceOf({ page, pageSize }))
  return { answer: { rows: await buildSummaries(scope, rows), total, page, pageSize } }
}

const facets = async (scope: TemplateSide) => {
  const groupName = scope.audience === 'clinic' ? await findGroupName(scope) : null
  return { answer: { ...(await listFacets(scope)), groupName } }
}

async function get(scope: TemplateSide, { templateId, text }: TemplateRef & { text: 'current' | 'newest' }) {
  const current = await findCurrentTemplate(scope, templateId)
  return current ? { answer: await buildTemplateView(scope, current, text) } : refuse('not-found')
}

async function create(scope: TemplateSide, fields: TemplateFields) {
  const made = await createTemplate(scope, fields, 'Created')
  return typeof made === 'string' ? templateResult(scope, made, {}) : refuse(made.wrong, made.details)
}

/** Saves one of the scope’s own templates anew, from the version that was read. */
export async function updateTemplate(
  scope: TemplateSide,
  { templateId, versionId, takenVersionId, ...sent }: Updated,
) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const newest = await findNewestVersion(scope, current)
  if (newest.id !== versionId) return refuse('changed-meanwhile', { versionId: newest.id })
  const taken = takenVersionId && (await findSourceVersion(scope, current.template, takenVersionId))
  if (takenVersionId && !taken) return refuse('not-found')
  const { reason, change: named, ...fieldsSent } = sent
  const fields = await resolveOwnVideos(scope, fieldsSent, newest.wording)
  if ('wrong' in fields) return refuse(fields.wrong, fields.details)
  const risks = [...newest.wording.risks, ...(taken ? taken.wording.risks : [])]
  const content = buildVersionContent(fields, { ...newest.wording, risks })
  if ('wrong' in content) return refuse(content.wrong, content.details)
  const isSame = versionContentHash(content) === versionContentHash(newest)
  // Also of what patients read now: several cosmetic steps do not add up to another risk.
  const earlier = [newest.wording, current.version.wording]
  const isSerious = earlier.some((wording) => changesSeriousRisk(wording, content.wording))
  if (!isSame && named === 'cosmetic' && isSerious) return refuse('serious-risk-changed')
  // Put right before anybody read it, a proposal still changes as much of what patients read now.
  const change = newest.id === current.version.id ? named : strongestChange(named, newest.change)
  const details = {
    ...(await setOffered(scope, current, fields.metadata)),
    ...(await recordTakenVersion(scope, current, taken || undefined)),
    ...(isSame ? {} : await saveTemplateText(scope, current, { content, reason, change })),
  }
  if (Object.keys(details).length === 0)
    return { ...unchangedResult(await buildTemplateView(scope, current)), before: newest }
  return {
    ...(await templateResult(scope, templateId, { version: newest.label, change, ...details })),
    before: newest,
  }
}

const strongestChange = (...changes: VersionRow['change'][]): VersionRow['change'] =>
  changes.includes('material') ? 'material' : 'cosmetic'

/** Offers a template to all clinics, or no longer, where that is the caller's to say and was changed. */
async function setOffered(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  { isGlobal }: TemplateFields['metadata'],
): Promise<{ offered?: boolean }> {
  if (scope.audience !== 'admin' || isGlobal === template.offeredToAll) return {}
  await offerTemplate(scope, template.id, isGlobal)
  return { offered: isGlobal }
}

/** Keeps which version of its source a template has taken in. */
async function recordTakenVersion(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  taken: VersionRow | undefined,
): Promise<{ takenIn?: string }> {
  if (!taken || taken.id === template.originVersionId) return {}
  await updateTemplateFields(scope, template.id, { originVersionId: taken.id })
  return { takenIn: taken.label }
}

/** Whether the version that consents would be made of was approved, by what somebody other than its author said last. */
async function isApproved(scope: TemplateSide, { template, version }: CurrentTemplate): Promise<boolean> {
  const decisions = await listDecisions(scope, template.id)
  const newest = decisions.find(({ versionId, by }) => versionId === version.id && by !== version.createdBy)
  return newest?.decision === 'approved'
}

async function setStatus(
  scope: TemplateSide,
  { templateId, status }: TemplateRef & { status: TemplateStatus },
) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const before = current.template.status
  if (before === status) return unchangedResult((await listItemResult(scope, templateId, {})).answer)
  if (status === 'active' && (await templatesNeedApproval(scope)) && !(await isApproved(scope, current)))
    return refuse('approval-needed')
  await updateTemplateFields(scope, templateId, { status })
  return listItemResult(scope, templateId, { before, after: status })
}

/** Says who answers for one of the scope’s own templates, and by when it is reviewed. */
export async function setTemplateCare(scope: TemplateSide, { templateId, clinicalOwner, reviewDue }: Care) {
  const current = await lockOwnTemplate(scope, templateId)
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
    return { ...unchangedResult((await listItemResult(scope, templateId, {})).answer), before }
  // Another date is reminded of in its own time.
  const dates = isSameDate ? {} : { reviewDue, reviewRemindedOn: null }
  await updateTemplateFields(scope, templateId, { ...owner, ...dates })
  const care = { clinicalOwner: owner.clinicalOwnerGdc, reviewDue }
  return { ...(await listItemResult(scope, templateId, care)), before }
}

async function remove(scope: TemplateSide, { templateId }: TemplateRef) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  await updateTemplateFields(scope, templateId, { deletedAt: scope.now })
  const answer = { removed: true } as const
  return { answer, subject: templateId, details: { name: current.template.name } }
}

/** A new template that says what another one says now, and belongs to whoever copies it. */
async function copyTemplate(scope: TemplateSide, templateId: string, kind: CopyKind) {
  const source = await findCurrentTemplate(scope, templateId)
  if (!source) return refuse('not-found')
  const { id: originVersionId, heading, wording } = source.version
  const copyId = await addTemplate(scope, {
    content: { heading: { ...heading, name: copyName(source.template.name, kind) }, wording },
    reason: `Copied from ${source.template.name}`,
    originVersionId,
    ...(kind === 'personal' ? { isPersonal: true, savedFrom: templateId } : { duplicatedFrom: templateId }),
  })
  return templateResult(scope, copyId, { copiedFrom: templateId })
}

const duplicate = (scope: TemplateSide, { templateId }: TemplateRef) =>
  copyTemplate(scope, templateId, 'duplicate')

async function saveAsPersonal(scope: TemplateSide, { templateId }: TemplateRef) {
  return scope.audience === 'admin' ? refuse('no-clinic') : copyTemplate(scope, templateId, 'personal')
}

async function versions(scope: TemplateSide, { templateId }: TemplateRef) {
  const current = await findCurrentTemplate(scope, templateId)
  if (!current) return refuse('not-found')
  const standing = { ...current, decisions: await listDecisions(scope, templateId) }
  const rows = await listTemplateVersions(scope, templateId)
  return { answer: rows.map((row) => versionOf(row, standing)) }
}

async function version(scope: TemplateSide, { templateId, versionId }: VersionRef) {
  const current = await findCurrentTemplate(scope, templateId)
  const found = current && (await findVersion(scope, templateId, versionId))
  if (!found) return refuse('not-found')
  return { answer: versionTextOf(found, { ...current, decisions: await listDecisions(scope, templateId) }) }
}

async function restore(scope: TemplateSide, { templateId, versionId }: VersionRef) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const old = await findVersion(scope, templateId, versionId)
  if (!old) return refuse('not-found')
  const content = { heading: old.heading, wording: old.wording }
  if (versionContentHash(content) === versionContentHash(await findNewestVersion(scope, current)))
    return unchangedResult(await buildTemplateView(scope, current))
  const reason = `Restored version ${old.label}`
  const saved = await saveTemplateText(scope, current, { content, reason, change: 'material' })
  return templateResult(scope, templateId, { ...saved, restored: old.label })
}

/** Nobody else’s list changes by a favourite, so that every template the clinic may use can be one. */
const setFavourite = async (
  scope: ClinicScope,
  { templateId, isFavourite }: TemplateRef & { isFavourite: boolean },
) => {
  if (!(await findCurrentTemplate(scope, templateId))) return refuse('not-found')
  const isChanged = await saveFavourite(scope, templateId, isFavourite)
  const after = await listItemResult(scope, templateId, { isFavourite })
  return isChanged ? after : unchangedResult(after.answer)
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
