import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { done, lockOwn, unchanged, viewOf } from './template-answers.ts'
import { decisionsOf } from './template-approval-store.ts'
import { findOffer, findSourceVersion } from './template-offer-store.ts'
import { changeTemplate, findCurrent, type TemplateSide } from './template-store.ts'
import { versionTextOf } from './template-view.ts'

type Named = { templateId: string }

async function offer(scope: TemplateSide, { templateId }: Named) {
  if (!(await findCurrent(scope, templateId))) return refuse('not-found')
  const found = await findOffer(scope, templateId)
  if (!found) return { answer: { offer: null } }
  const { name, template } = found.source
  const standing = { template, decisions: await decisionsOf(scope, template.id) }
  const [base, theirs] = [versionTextOf(found.base, standing), versionTextOf(found.theirs, standing)]
  return { answer: { offer: { sourceName: name, base, theirs } } }
}

async function declineOffer(scope: TemplateSide, { templateId, versionId }: Named & { versionId: string }) {
  const current = await lockOwn(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const theirs = await findSourceVersion(scope, current.template, versionId)
  if (!theirs) return refuse('not-found')
  if (current.template.originVersionId === theirs.id) return unchanged(await viewOf(scope, current))
  await changeTemplate(scope, templateId, { originVersionId: theirs.id })
  return done(scope, templateId, { leftOut: theirs.label })
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
