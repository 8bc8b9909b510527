import type { OpenModule } from '../../module.ts'
import { inspectionReportRenderer } from '../documents/index.ts'
import { evidenceBundleBuilder } from '../evidence/index.ts'
import { recountAllPending, sweepPendingMarks } from './compliance-counting.ts'
import { complianceHandlers } from './compliance-handlers.ts'
import { improvementActionHandlers } from './improvement-action-handlers.ts'
import { incidentHandlers } from './incident-handlers.ts'
import { inspectionPackFileHandler, inspectionPackHandlers } from './inspection-pack-handlers.ts'
import { inspectionPackJobs, sweepInspectionPacks } from './inspection-pack-jobs.ts'
import { policyHandlers } from './policy-handlers.ts'
import { sampleAuditHandlers } from './sample-audit-handlers.ts'
import { auditMonth, reviewReminderComposer, sweepSampleAudits } from './sample-audit-jobs.ts'
import { trainingFileHandler, trainingHandlers } from './training-handlers.ts'

/** What inspections ask for. */
export const compliance: OpenModule = (core) => {
  const { runJob, runSweep, files, address } = core
  const { makePack, expirePack } = inspectionPackJobs({
    ...core,
    buildReport: inspectionReportRenderer(core),
    buildBundle: evidenceBundleBuilder(core),
  })
  return {
    handlers: {
      compliance: complianceHandlers,
      improvementActions: improvementActionHandlers,
      incidents: incidentHandlers,
      inspectionPacks: inspectionPackHandlers,
      policies: policyHandlers,
      sampleAudits: sampleAuditHandlers,
      trainings: trainingHandlers,
    },
    files: [inspectionPackFileHandler(files), trainingFileHandler(core)],
    jobs: {
      'compliance.mark': (data) => recountAllPending(runJob, data),
      'compliance.audit-month': (data) => auditMonth(runJob, data),
      'compliance.make-pack': makePack,
      'compliance.expire-pack': expirePack,
    },
    // All of a practice is read.
    jobSeconds: { 'compliance.make-pack': 3600, 'compliance.mark': 3600 },
    composers: { 'review-due': reviewReminderComposer(address) },
    sweeps: {
      'compliance.packs': { seconds: 600, run: () => sweepInspectionPacks(runSweep) },
      'compliance.sample-audits': { seconds: 3600, run: () => sweepSampleAudits(runSweep) },
      'compliance.unmarked': { seconds: 20, run: () => sweepPendingMarks(runSweep) },
    },
  }
}
