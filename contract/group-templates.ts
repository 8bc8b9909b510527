import { z } from 'zod'
import { aborted, id, instant, notFound, operation, paginated, paging, searchText } from './kit.ts'
import { groupRoles, GroupUse } from './practice-groups.ts'
import { TemplateWording } from './templates.ts'

/** What the group shares with its practices: a copy of a template of one of them. */
const SharedTemplate = z.object({
  id,
  name: z.string(),
  treatmentType: z.string(),
  /** The label of the version that practices use. */
  version: z.string(),
  sharedAt: instant,
  changedAt: instant,
  /** Whose template it is a copy of; null once that practice left, stopped sharing its templates, or uses it no longer. */
  practice: z.string().nullable(),
  /** The newer version of that practice's template, which the group may share next; null without one. */
  newer: z.object({ templateId: id, versionId: id, label: z.string() }).nullable(),
})
export type SharedTemplate = z.infer<typeof SharedTemplate>

const SharedTemplates = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  /** Who lets the group read and share their templates. */
  use: GroupUse,
  templates: z.array(SharedTemplate),
})
export type SharedTemplates = z.infer<typeof SharedTemplates>

/** A template in use at a practice of the group. */
const PracticeTemplate = z.object({
  id,
  versionId: id,
  version: z.string(),
  name: z.string(),
  treatmentType: z.string(),
  practice: z.string(),
  /** The group shares a copy of it. */
  isShared: z.boolean(),
})
export type PracticeTemplate = z.infer<typeof PracticeTemplate>

/** All that is copied when it is shared, for whoever agrees to that. */
const ReadTemplate = TemplateWording.extend({
  versionId: id,
  /** What the wording rests on. */
  evidence: z.array(z.object({ claim: z.string(), source: z.string() })),
  /** What sharing it as the next version would be to practices; null where the group shares no copy of it. */
  change: z.enum(['material', 'cosmetic']).nullable(),
})

const missing = { 'not-found': notFound('Template') }
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}
const shareable = {
  ...missing,
  ...onlyGroupAdministrators,
  'changed-meanwhile': aborted('The practice has changed this template. Read it again before you share it.'),
  'video-of-practice': aborted(
    'The template shows a video that only its practice has. Share a version without the video.',
  ),
}

/** Templates that a group of practices shares: copies of what its practices use, in versions of their own. */
export const groupTemplates = {
  list: operation({
    method: 'GET',
    path: '/api/group/templates',
    summary: 'The templates that the group shares with its practices, by treatment type and name',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: SharedTemplates,
    example: {},
  }),
  practiceTemplates: operation({
    method: 'GET',
    path: '/api/group/practice-templates',
    summary: 'The templates in use that practices of the group made, by treatment type and name',
    access: 'group',
    audit: null,
    input: z.object({
      ...paging,
      /** Looked for in name, treatment type and practice, whatever the case. */
      search: searchText(120),
    }),
    output: paginated(PracticeTemplate),
    example: { search: 'root' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/group/templates/{templateId}',
    summary: 'What a template of the group, or of one of its practices, says now',
    access: 'group',
    audit: null,
    input: z.object({ templateId: id }),
    output: ReadTemplate,
    refusals: missing,
    example: { templateId: ':sharedTemplateId' },
  }),
  share: operation({
    method: 'POST',
    path: '/api/group/templates',
    summary: 'Share a template of a practice, in the version that was read, with all practices of the group',
    access: 'group',
    audit: { done: 'group.template_shared', refused: 'group.refused' },
    input: z.object({ templateId: id, versionId: id }),
    output: SharedTemplates,
    refusals: {
      ...shareable,
      'already-shared': aborted('The group shares this template already.'),
      'too-many': aborted('The group shares as many templates as it can. Stop sharing one of them first.'),
    },
    example: { templateId: ':practiceTemplateId', versionId: ':practiceVersionId' },
  }),
  update: operation({
    method: 'POST',
    path: '/api/group/templates/{templateId}/versions',
    summary: 'Share the newer version of the practice’s template, which was read, as the next one',
    access: 'group',
    audit: { done: 'group.template_updated', refused: 'group.refused' },
    input: z.object({ templateId: id, versionId: id }),
    output: SharedTemplates,
    refusals: {
      ...shareable,
      'nothing-new': aborted('The practice’s template has no newer version.'),
    },
    example: { templateId: ':sharedTemplateId', versionId: ':newPracticeVersionId' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/group/templates/{templateId}',
    summary: 'Stop sharing a template; consents that were made of it keep their wording',
    access: 'group',
    audit: { done: 'group.template_withdrawn', refused: 'group.refused' },
    input: z.object({ templateId: id }),
    output: SharedTemplates,
    refusals: { ...missing, ...onlyGroupAdministrators },
    example: { templateId: ':sharedTemplateId' },
  }),
}
