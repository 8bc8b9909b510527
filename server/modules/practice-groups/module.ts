import type { GroupCaller, RequestContext } from '../../../contract/access.ts'
import type { OpenModule } from '../../module.ts'
import type { Database } from '../../platform/database/database.ts'
import { inspectionReportRenderer } from '../documents/index.ts'
import { isTrustedBeyondPractice, sessionAuthenticator, type SessionFacts } from '../identity/index.ts'
import { groupBrandHandlers } from './practice-group-brand-handlers.ts'
import { groupEvidenceFileHandlers, groupEvidenceHandlers } from './practice-group-evidence-handlers.ts'
import { groupEvidenceJobs, sweepGroupEvidence } from './practice-group-evidence-jobs.ts'
import { groupFigureFileHandlers, groupFigureHandlers } from './practice-group-figure-handlers.ts'
import { groupPolicyHandlers } from './practice-group-policy-handlers.ts'
import { groupTemplateHandlers } from './practice-group-template-handlers.ts'
import { practiceGroupHandlers } from './practice-group-handlers.ts'
import { groupInvitationComposer, practiceGroupJobs } from './practice-group-jobs.ts'
import { findGroupRole } from './practice-group-store.ts'

/** Whoever has a role in a group, while they work at a practice and have a second factor. Read afresh each time. */
const groupCallerOf =
  (database: Database) =>
  async (session: SessionFacts, visit: RequestContext): Promise<GroupCaller | null> => {
    const { userId, name, email, sessionId, authenticatedAt } = session
    const found = isTrustedBeyondPractice(session) ? await findGroupRole(database, userId) : null
    if (!found) return null
    return {
      audience: 'group',
      groupId: found.groupId,
      role: found.role,
      provedAt: authenticatedAt,
      actor: { kind: 'group', userId, name, email, role: found.role },
      visit: { ...visit, sessionId },
    }
  }

/** Groups of practices, the board, figures and evidence reports across them, and the templates, policies and branding that they share. */
export const practiceGroups: OpenModule = (core) => {
  const { runSweep } = core
  const { makeEvidence, abandonEvidence } = groupEvidenceJobs({
    ...core,
    buildReport: inspectionReportRenderer(core),
  })
  return {
    handlers: {
      practiceGroups: practiceGroupHandlers(core),
      groupBranding: groupBrandHandlers,
      groupEvidence: groupEvidenceHandlers,
      groupFigures: groupFigureHandlers,
      groupPolicies: groupPolicyHandlers,
      groupTemplates: groupTemplateHandlers,
    },
    files: [...groupFigureFileHandlers, ...groupEvidenceFileHandlers(core.files)],
    jobs: {
      ...practiceGroupJobs(core),
      'practice-groups.make-evidence': makeEvidence,
      'practice-groups.abandon-evidence': abandonEvidence,
    },
    // All practices of the group are read.
    jobSeconds: { 'practice-groups.make-evidence': 3600 },
    sweeps: { 'practice-groups.evidence': { seconds: 600, run: () => sweepGroupEvidence(runSweep) } },
    composers: { 'group-invitation': groupInvitationComposer(core.address) },
    authenticators: { group: sessionAuthenticator(core, groupCallerOf(core.database)) },
  }
}
