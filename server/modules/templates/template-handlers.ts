import { contract } from '../../../contract/index.ts'
import type {
  Template,
  TemplateFields,
  TemplateStatus,
  TemplateSummary,
} from '../../../contract/templates.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle, type Done } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { clinicOf } from '../clinics/index.ts'
import { changesSeriousRisk, copyName, saidBy, saidHash, type CopyKind } from './template-rules.ts'
import {
  changeTemplate,
  facetsOf,
  findCurrent,
  findVersion,
  insertTemplate,
  listTemplates,
  lockCurrent,
  offerTemplate,
  ownerOf,
  saveVersion,
  usesOf,
  versionsOf,
  type CurrentTemplate,
  type TemplateFilter,
  type TemplateRow,
  type TemplateSide,
} from './template-store.ts'
import { summaryOf, templateOf, versionOf, versionTextOf } from './template-view.ts'

type Named = { templateId: string }
type NamedVersion = Named & { versionId: string }
type Paged = { page: number; pageSize: number }
type Updated = TemplateFields & NamedVersion & { reason: string; change: 'cosmetic' | 'material' }

/** Templates as lists show them, each with its use by whoever asks. */
async function summariesOf(scope: TemplateSide, rows: TemplateRow[]): Promise<TemplateSummary[]> {
  const uses = await usesOf(
    scope,
    rows.map(({ id }) => id),
  )
  const owned = rows.some(({ ownerClinicId }) => ownerClinicId !== null)
  const clinicName = scope.audience === 'clinic' && owned ? (await clinicOf(scope)).name : null
  return rows.map((row) => summaryOf(row, { use: uses.get(row.id), clinicName }))
}

async function viewOf(scope: TemplateSide, { template, version }: CurrentTemplate): Promise<Template> {
  const [summary] = await summariesOf(scope, [template])
  return templateOf(summary!, template, version)
}

/** What was done to a template, and how it stands now; of its wording nothing is written down. */
async function done(
  scope: TemplateSide,
  templateId: string,
  details: Record<string, unknown>,
): Promise<Done<Template>> {
  const current = (await findCurrent(scope, templateId))!
  return {
    answer: await viewOf(scope, current),
    subject: templateId,
    details: { name: current.template.name, ...details },
  }
}

/** Nothing was changed, so nothing is written down either. */
const unchanged = <T>(answer: T) => ({ answer, as: 'nothing' }) as const

/** One of the caller's own templates, locked; or why it cannot be changed. */
async function lockOwn(
  scope: TemplateSide,
  templateId: string,
): Promise<CurrentTemplate | 'not-found' | 'not-own'> {
  const visible = await findCurrent(scope, templateId)
  if (!visible) return 'not-found'
  if (visible.template.ownerClinicId !== ownerOf(scope)) return 'not-own'
  return (await lockCurrent(scope, templateId)) ?? 'not-found'
}

async function list(scope: TemplateSide, { page, pageSize, ...filter }: TemplateFilter & Paged) {
  const { rows, total } = await listTemplates(scope, filter, sliceOf({ page, pageSize }))
  return { answer: { rows: await summariesOf(scope, rows), total, page, pageSize } }
}

const facets = async (scope: TemplateSide) => ({ answer: await facetsOf(scope) })

async function get(scope: TemplateSide, { templateId }: Named) {
  const current = await findCurrent(scope, templateId)
  return current ? { answer: await viewOf(scope, current) } : refuse('not-found')
}

async function create(scope: TemplateSide, fields: TemplateFields) {
  const said = saidBy(fields)
  if ('wrong' in said) return refuse(said.wrong, said.details)
  const offeredToAll = scope.audience === 'admin' && fields.metadata.isGlobal
  return done(scope, await insertTemplate(scope, { said, offeredToAll, reason: 'Created' }), {})
}

async function update(scope: TemplateSide, { templateId, versionId, reason, change, ...fields }: Updated) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const { template, version } = current
  if (version.id !== versionId) return refuse('changed-meanwhile', { versionId: version.id })
  const said = saidBy(fields, version.wording)
  if ('wrong' in said) return refuse(said.wrong, said.details)
  const isSame = saidHash(said) === saidHash(version)
  if (!isSame && change === 'cosmetic' && changesSeriousRisk(version.wording, said.wording))
    return refuse('serious-risk-changed')
  const { isGlobal } = fields.metadata
  const isOffered = scope.audience === 'admin' ? isGlobal : template.offeredToAll
  if (isSame && isOffered === template.offeredToAll) return unchanged(await viewOf(scope, current))
  if (isOffered !== template.offeredToAll) await offerTemplate(scope as AdminScope, templateId, isOffered)
  const label = isSame ? version.label : await saveVersion(scope, templateId, { said, reason, change })
  return done(scope, templateId, { version: label, change })
}

async function setStatus(scope: TemplateSide, { templateId, status }: Named & { status: TemplateStatus }) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const before = current.template.status
  if (before !== status) await changeTemplate(scope, templateId, { status })
  const { template } = (await findCurrent(scope, templateId))!
  const [answer] = await summariesOf(scope, [template])
  if (before === status) return unchanged(answer!)
  return { answer: answer!, subject: templateId, details: { name: template.name, before, after: status } }
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
  const { heading, wording } = source.version
  const copyId = await insertTemplate(scope, {
    said: { heading: { ...heading, name: copyName(source.template.name, kind) }, wording },
    reason: `Copied from ${source.template.name}`,
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
  const rows = await versionsOf(scope, templateId)
  return { answer: rows.map((row) => versionOf(row, current.version.id)) }
}

async function version(scope: TemplateSide, { templateId, versionId }: NamedVersion) {
  const current = await findCurrent(scope, templateId)
  const found = current && (await findVersion(scope, templateId, versionId))
  return found ? { answer: versionTextOf(found, current.version.id) } : refuse('not-found')
}

async function restore(scope: TemplateSide, { templateId, versionId }: NamedVersion) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const old = await findVersion(scope, templateId, versionId)
  if (!old) return refuse('not-found')
  const said = { heading: old.heading, wording: old.wording }
  if (saidHash(said) === saidHash(current.version)) return unchanged(await viewOf(scope, current))
  const reason = `Restored version ${old.label}`
  const label = await saveVersion(scope, templateId, { said, reason, change: 'material' })
  return done(scope, templateId, { version: label, restored: old.label })
}

/** The operations of a clinic, about its own templates beside the platform's. */
export const templateHandlers = {
  list: handle(contract.templates.list, list),
  facets: handle(contract.templates.facets, facets),
  get: handle(contract.templates.get, get),
  create: handle(contract.templates.create, create),
  update: handle(contract.templates.update, update),
  setStatus: handle(contract.templates.setStatus, setStatus),
  remove: handle(contract.templates.remove, remove),
  duplicate: handle(contract.templates.duplicate, duplicate),
  saveAsPersonal: handle(contract.templates.saveAsPersonal, saveAsPersonal),
  versions: handle(contract.templates.versions, versions),
  version: handle(contract.templates.version, version),
  restore: handle(contract.templates.restore, restore),
}

/** The same of super administrators, about the platform's. */
export const adminTemplateHandlers = {
  list: handle(contract.adminTemplates.list, list),
  facets: handle(contract.adminTemplates.facets, facets),
  get: handle(contract.adminTemplates.get, get),
  create: handle(contract.adminTemplates.create, create),
  update: handle(contract.adminTemplates.update, update),
  setStatus: handle(contract.adminTemplates.setStatus, setStatus),
  remove: handle(contract.adminTemplates.remove, remove),
  duplicate: handle(contract.adminTemplates.duplicate, duplicate),
  saveAsPersonal: handle(contract.adminTemplates.saveAsPersonal, saveAsPersonal),
  versions: handle(contract.adminTemplates.versions, versions),
  version: handle(contract.adminTemplates.version, version),
  restore: handle(contract.adminTemplates.restore, restore),
}
