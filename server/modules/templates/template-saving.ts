import type { TemplateFields } from '../../../contract/templates.ts'
import { templatesNeedApproval } from '../clinics/index.ts'
import { buildVersionContent, type TemplateError } from './template-rules.ts'
import { resolveOwnVideos } from './template-videos.ts'
import {
  insertTemplate,
  saveVersion,
  type CurrentTemplate,
  type NewTemplate,
  type Saving,
  type TemplateSide,
} from './template-store.ts'

/** Adds a template; it is active, or a draft where the practice asks for approval. Answers its id. */
export const addTemplate = async (scope: TemplateSide, made: Omit<NewTemplate, 'status'>): Promise<string> =>
  insertTemplate(scope, { ...made, status: (await templatesNeedApproval(scope)) ? 'draft' : 'active' })

/** Makes a template of what was sent, and answers its id; or says what is wrong with it. */
export async function createTemplate(
  scope: TemplateSide,
  fields: TemplateFields,
  reason: string,
): Promise<string | TemplateError> {
  const sent = await resolveOwnVideos(scope, fields)
  if ('wrong' in sent) return sent
  const content = buildVersionContent(sent)
  if ('wrong' in content) return content
  const offeredToAll = scope.audience === 'admin' && fields.metadata.isGlobal
  return addTemplate(scope, { content, offeredToAll, reason })
}

export type SavedVersion = { version: string; proposed?: true }

/**
 * Saves a text of a locked template as its newest version. Where the practice asks for approval, the current one of an
 * active template stays in use until the new one is approved; answers its label, and whether it waits.
 */
export async function saveTemplateText(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  saving: Saving,
): Promise<SavedVersion> {
  const waits = template.status === 'active' && (await templatesNeedApproval(scope))
  const version = await saveVersion(scope, template.id, { ...saving, as: waits ? 'proposed' : 'current' })
  return waits ? { version, proposed: true } : { version }
}
