import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { templateResult, lockOwnTemplate, unchangedResult, buildTemplateView } from './template-responses.ts'
import { listDecisions } from './template-approval-store.ts'
import { findOffer, findSourceVersion } from './template-offer-store.ts'
import { updateTemplateFields, findCurrentTemplate, type TemplateSide } from './template-store.ts'
import { versionTextOf } from './template-view.ts'

type TemplateRef = { templateId: string }

async function offer(scope: TemplateSide, { templateId }: TemplateRef) {
  if (!(await findCurrentTemplate(scope, templateId))) return refuse('not-found')
  const found = await findOffer(scope, templateId)
  if (!found) return { answer: { offer: null } }
  const { name, template } = found.source
  const standing = { template, decisions: await listDecisions(scope, template.id) }
  const [base, theirs] = [versionTextOf(found.base, standing), versionTextOf(found.theirs, standing)]
  return { answer: { offer: { sourceName: name, base, theirs } } }
}

async function declineOffer(
  scope: TemplateSide,
  { templateId, versionId }: TemplateRef & { versionId: string },
) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const theirs = await findSourceVersion(scope, current.template, versionId)
  if (!theirs) return refuse('not-found')
  if (current.template.originVersionId === theirs.id)
    return unchangedResult(await buildTemplateView(scope, current))
  await updateTemplateFields(scope, templateId, { originVersionId: theirs.id })
  return templateResult(scope, templateId, { leftOut: theirs.label })
}

/** Newer wording of what a clinic's templates were copied from. */
export const offerHandlers = {
  offer: handle(contract.templates.offer, offer),
  declineOffer: handle(contract.templates.declineOffer, declineOffer),
}

/** The same of the platform's, and of the shipped library. */
export const adminOfferHandlers = {
  offer: handle(contract.adminTemplates.offer, offer),
  declineOffer: handle(contract.adminTemplates.declineOffer, declineOffer),
}
