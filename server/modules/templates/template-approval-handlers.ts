import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { templatesNeedApproval } from '../clinics/index.ts'
import { templateResult, lockOwnTemplate, unchangedResult, buildTemplateView } from './template-responses.ts'
import {
  listDecisions,
  insertDecision,
  isAwaitingApproval,
  activateVersion,
  type DecisionRow,
  type DecisionFields,
} from './template-approval-store.ts'
import { updateTemplateFields, findVersion, findNewestVersion, type TemplateSide } from './template-store.ts'

type DecisionInput = DecisionFields & { templateId: string; versionId: string }

/** Whether this person has approved a version, and nobody has asked for changes since. */
function isStillApproved(newestFirst: DecisionRow[], userId: string): boolean {
  const since = newestFirst.slice(0, newestFirst.findIndex(({ by }) => by === userId) + 1)
  return since.length > 0 && since.every(({ decision }) => decision === 'approved')
}

async function decide(scope: TemplateSide, { templateId, versionId, ...deciding }: DecisionInput) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  const version = await findVersion(scope, templateId, versionId)
  if (!version) return refuse('not-found')
  if (version.id !== (await findNewestVersion(scope, current)).id) return refuse('not-newest')
  const { userId } = scope.actor
  if (version.createdBy === userId && (await templatesNeedApproval(scope))) return refuse('own-version')
  const { decision, comment } = deciding
  if (decision === 'changes asked' && !comment) return refuse('comment-missing')
  const decisions = (await listDecisions(scope, templateId)).filter((each) => each.versionId === versionId)
  if (decision === 'approved' && !isAwaitingApproval(current.template) && isStillApproved(decisions, userId))
    return unchangedResult(await buildTemplateView(scope, current))
  await insertDecision(scope, version, deciding)
  if (decision === 'approved') await activateVersion(scope, current, version)
  else if (current.template.status === 'in review')
    await updateTemplateFields(scope, templateId, { status: 'draft' })
  return templateResult(scope, templateId, { version: version.label, decision })
}

async function dropProposal(scope: TemplateSide, { templateId }: { templateId: string }) {
  const current = await lockOwnTemplate(scope, templateId)
  if (typeof current === 'string') return refuse(current)
  if (!current.template.proposedVersionId) return unchangedResult(await buildTemplateView(scope, current))
  const { label } = await findNewestVersion(scope, current)
  await updateTemplateFields(scope, templateId, { proposedVersionId: null })
  return templateResult(scope, templateId, { version: label })
}

/** What a clinic's people say of versions that wait for it. */
export const approvalHandlers = {
  decide: handle(contract.templates.decide, decide),
  dropProposal: handle(contract.templates.dropProposal, dropProposal),
}

/** The same of super administrators. */
export const adminApprovalHandlers = {
  decide: handle(contract.adminTemplates.decide, decide),
  dropProposal: handle(contract.adminTemplates.dropProposal, dropProposal),
}
