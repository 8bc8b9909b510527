import type { SharedTemplates } from '../../../contract/group-templates.ts'
import { contract } from '../../../contract/index.ts'
import { group_templates_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  groupUseOf,
  insertTemplate,
  ownVideosIn,
  saveVersion,
  updateTemplateFields,
  wordingViewOf,
} from '../templates/index.ts'
import {
  areOfPlatform,
  changedMaterially,
  findCopyOf,
  findReadable,
  findShareable,
  findShared,
  listPracticeTemplates,
  listShared,
  listSources,
  lockSharedTemplates,
  type ReadableTemplate,
} from './practice-group-template-store.ts'
import { findOwnGroup } from './practice-group-store.ts'

const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

async function sharedTemplatesOf(scope: GroupScope): Promise<SharedTemplates> {
  const { name } = await findOwnGroup(scope)
  const shared = await listShared(scope)
  return {
    group: name,
    role: scope.role,
    use: await groupUseOf(scope, 'shares_templates_since'),
    templates: shared.map(({ sharedAt, changedAt, ...template }) => ({
      ...template,
      sharedAt: sharedAt.toISOString(),
      changedAt: changedAt.toISOString(),
    })),
  }
}

/** Why a practice's template is not shared as it was read; null where it is. */
async function findObstacle(
  scope: GroupScope,
  source: ReadableTemplate,
  readVersionId: string,
): Promise<'changed-meanwhile' | 'video-of-practice' | null> {
  if (source.versionId !== readVersionId) return 'changed-meanwhile'
  return (await areOfPlatform(scope, ownVideosIn(source.wording))) ? null : 'video-of-practice'
}

/** What the practice's template is to those who use the group's copy. */
const changeSince = async (
  scope: GroupScope,
  source: ReadableTemplate,
  { originVersionId }: Pick<ReadableTemplate, 'originVersionId'>,
): Promise<'material' | 'cosmetic'> =>
  (await changedMaterially(scope, source, originVersionId)) ? 'material' : 'cosmetic'

/** For the log of the practice whose wording others get: which of its templates, and in which version of its own. */
const toldToPractice = (
  { id, ownerClinicId, heading }: ReadableTemplate,
  details: { group: string; version: string },
) => ({ clinicId: ownerClinicId!, subject: id, details: { name: heading.name, ...details } })

/** The operations of `contract/group-templates.ts`. */
export const groupTemplateHandlers = {
  list: handle(contract.groupTemplates.list, async (scope) => ({ answer: await sharedTemplatesOf(scope) })),

  practiceTemplates: handle(
    contract.groupTemplates.practiceTemplates,
    async (scope, { search, page, pageSize }) => {
      const found = await listPracticeTemplates(scope, search, sliceOf({ page, pageSize }))
      return { answer: { ...found, page, pageSize } }
    },
  ),

  get: handle(contract.groupTemplates.get, async (scope, { templateId }) => {
    const found = await findReadable(scope, templateId)
    if (!found) return refuse('not-found')
    const { versionId, wording } = found
    const copy = found.ownerClinicId === null ? null : await findCopyOf(scope, templateId)
    const change = copy && (await changeSince(scope, found, copy))
    return { answer: { ...wordingViewOf(found), versionId, evidence: wording.evidence, change } }
  }),

  share: handle(contract.groupTemplates.share, async (scope, { templateId, versionId }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockSharedTemplates(scope)
    const source = await findShareable(scope, templateId)
    if (!source) return refuse('not-found')
    const obstacle = await findObstacle(scope, source, versionId)
    if (obstacle) return refuse(obstacle)
    const sources = await listSources(scope)
    if (sources.includes(templateId)) return refuse('already-shared')
    if (sources.length >= group_templates_max) return refuse('too-many')
    const { heading, wording, ownerClinicId } = source
    const subject = await insertTemplate(scope, {
      content: { heading, wording },
      reason: 'Shared by the group',
      status: 'active',
      duplicatedFrom: templateId,
      originVersionId: versionId,
    })
    const details = { name: heading.name, copiedFrom: templateId, practiceId: ownerClinicId }
    const answer = await sharedTemplatesOf(scope)
    const alsoTold = toldToPractice(source, { group: answer.group, version: source.label })
    return { answer, subject, details, alsoTold }
  }),

  update: handle(contract.groupTemplates.update, async (scope, { templateId, versionId }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockSharedTemplates(scope)
    const shared = await findShared(scope, templateId)
    if (!shared) return refuse('not-found')
    const source = await findShareable(scope, shared.duplicatedFrom!)
    if (!source) return refuse('nothing-new')
    const obstacle = await findObstacle(scope, source, versionId)
    if (obstacle) return refuse(obstacle)
    if (versionId === shared.originVersionId || source.hash === shared.hash) return refuse('nothing-new')
    const { heading, wording } = source
    const change = await changeSince(scope, source, shared)
    const reason = 'New version shared by the group'
    const saving = { content: { heading, wording }, reason, change } as const
    const version = await saveVersion(scope, templateId, { ...saving, as: 'current' })
    await updateTemplateFields(scope, templateId, { originVersionId: versionId })
    const details = { name: heading.name, before: shared.label, version, change }
    const answer = await sharedTemplatesOf(scope)
    const alsoTold = toldToPractice(source, { group: answer.group, version: source.label })
    return { answer, subject: templateId, details, alsoTold }
  }),

  remove: handle(contract.groupTemplates.remove, async (scope, { templateId }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockSharedTemplates(scope)
    const shared = await findShared(scope, templateId)
    if (!shared) return refuse('not-found')
    await updateTemplateFields(scope, templateId, { deletedAt: scope.now })
    const details = { name: shared.heading.name }
    return { answer: await sharedTemplatesOf(scope), subject: templateId, details }
  }),
}
