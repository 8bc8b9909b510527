import type { Template, TemplateSummary } from '../../../contract/templates.ts'
import type { HandlerResult } from '../../platform/http/operations.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { findClinicalReview } from './template-signature-store.ts'
import { listDecisions } from './template-approval-store.ts'
import { findFavourites } from './template-favourite-store.ts'
import { findGroupName } from './template-group-store.ts'
import { findTemplateUses } from './template-list-store.ts'
import { findOffered } from './template-offer-store.ts'
import {
  findCurrentTemplate,
  lockCurrentTemplate,
  findNewestVersion,
  ownerOf,
  type CurrentTemplate,
  type TemplateRow,
  type TemplateSide,
} from './template-store.ts'
import { summaryOf, templateOf } from './template-view.ts'

/** Templates as lists show them, each with its use by whoever asks. */
export async function buildSummaries(scope: TemplateSide, rows: TemplateRow[]): Promise<TemplateSummary[]> {
  const ids = rows.map(({ id }) => id)
  const uses = await findTemplateUses(scope, ids)
  // Few are copies of the scope's own: where none is, nobody looks for their sources.
  const copies = rows
    .filter((row) => row.originVersionId !== null && row.ownerClinicId === ownerOf(scope))
    .map(({ id }) => id)
  const offers = await findOffered(scope, copies)
  const favourites = await findFavourites(scope, ids)
  const owned = rows.some(({ ownerClinicId }) => ownerClinicId !== null)
  const clinicName = scope.audience === 'clinic' && owned ? (await clinicContactOf(scope)).name : null
  const isShared = rows.some(({ ownerGroupId }) => ownerGroupId !== null)
  const groupName = scope.audience === 'clinic' && isShared ? await findGroupName(scope) : null
  return rows.map((row) =>
    summaryOf(row, {
      ...{ use: uses.get(row.id), clinicName, groupName, hasOffer: offers.includes(row.id) },
      isFavourite: favourites.has(row.id),
    }),
  )
}

/** A template with its current text, or with the newest, which may wait for approval. */
export async function buildTemplateView(
  scope: TemplateSide,
  current: CurrentTemplate,
  text: 'current' | 'newest' = 'newest',
): Promise<Template> {
  const { template } = current
  const [summary] = await buildSummaries(scope, [template])
  const newest = await findNewestVersion(scope, current)
  const version = text === 'newest' ? newest : current.version
  return templateOf(summary!, template, {
    version,
    clinicalReview: await findClinicalReview(scope, template, version),
    proposed: template.proposedVersionId ? newest : null,
    decisions: await listDecisions(scope, template.id),
    readerId: scope.actor.userId,
  })
}

/**
 * What was done to a template, and how it stands now: its newest text, which is what can be saved anew. Of its wording
 * nothing is written down.
 */
export async function templateResult(
  scope: TemplateSide,
  templateId: string,
  details: Record<string, unknown>,
): Promise<HandlerResult<Template>> {
  const current = (await findCurrentTemplate(scope, templateId))!
  return {
    answer: await buildTemplateView(scope, current),
    subject: templateId,
    details: { name: current.template.name, ...details },
  }
}

/** The same of what lists show. */
export async function listItemResult(
  scope: TemplateSide,
  templateId: string,
  details: Record<string, unknown>,
): Promise<HandlerResult<TemplateSummary>> {
  const { template } = (await findCurrentTemplate(scope, templateId))!
  const [answer] = await buildSummaries(scope, [template])
  return { answer: answer!, subject: templateId, details: { name: template.name, ...details } }
}

/** Nothing was changed, so nothing is written down either. */
export const unchangedResult = <T>(answer: T) => ({ answer, as: 'nothing' }) as const

/** One of the caller's own templates, locked; or why it cannot be changed. */
export async function lockOwnTemplate(
  scope: TemplateSide,
  templateId: string,
): Promise<CurrentTemplate | 'not-found' | 'not-own'> {
  const visible = await findCurrentTemplate(scope, templateId)
  if (!visible) return 'not-found'
  if (visible.template.ownerClinicId !== ownerOf(scope)) return 'not-own'
  return (await lockCurrentTemplate(scope, templateId)) ?? 'not-found'
}
