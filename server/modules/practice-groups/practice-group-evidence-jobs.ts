import { hour_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunGroupJob, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { readPracticeEvidence, recountAllPending, type PracticeEvidence } from '../compliance/index.ts'
import type { InspectionReport, SealedReport } from '../documents/index.ts'
import { isGivenToGroup } from './practice-group-agreement-store.ts'
import {
  groupReportOf,
  listReportedPractices,
  readGroupFacts,
  type GroupFacts,
  type ReportedPractice,
} from './practice-group-evidence-report.ts'
import {
  abandonedReports,
  findReport,
  nameOfGroupReport,
  updateReport,
  type ReportRow,
} from './practice-group-evidence-store.ts'

export type GroupEvidenceDeps = {
  runJob: RunJob
  runGroupJob: RunGroupJob
  files: Files
  buildReport(report: InspectionReport): Promise<SealedReport>
}

/** Longer than any report takes: whatever is still being prepared then has been given up. */
const preparation_timeout_hours = 6
const reports_per_sweep_max = 200
/** How often practices may change what they show while a report is made, before the queue tries it later. */
const attempts_max = 5

const isShown = ({ showsFigures, showsPolicies }: ReportedPractice): boolean => showsFigures || showsPolicies
const standingOf = (practices: readonly ReportedPractice[]): string =>
  JSON.stringify(practices.map(({ id, showsFigures, showsPolicies }) => [id, showsFigures, showsPolicies]))
const quarterOf = ({ fromDay: from, toDay: to }: ReportRow) => ({ from, to })

/** The work behind a group's evidence reports. */
export function groupEvidenceJobs({ runJob, runGroupJob, files, buildReport }: GroupEvidenceDeps) {
  const fail = (report: ReportRow, failure: string) =>
    runGroupJob(report.groupId, async (scope, note) => {
      if (await updateReport(scope, report.id, { status: 'failed', failure }))
        note({ action: 'group.evidence_failed', subject: report.groupId, details: { reportId: report.id } })
    })

  /** What each practice counts, as the practice itself and while it shows that; null where one stopped meanwhile. */
  async function readEvidence(report: ReportRow, practices: readonly ReportedPractice[]) {
    const found = new Map<string, PracticeEvidence>()
    for (const [at, { id }] of practices.entries()) {
      // A report tells of everything, or it is not written yet.
      await recountAllPending(runJob, { clinicId: id }, true)
      const evidence = await runJob(id, async (scope) =>
        (await isGivenToGroup(scope, 'figures', report.groupId))
          ? readPracticeEvidence(scope, quarterOf(report))
          : null,
      )
      if (!evidence) return null
      found.set(id, evidence)
      const progress = Math.floor(((at + 1) / practices.length) * 80)
      await runGroupJob(report.groupId, (scope) => updateReport(scope, report.id, { progress }))
    }
    return found
  }

  /** Ends the report and says so in the log of each practice that it shows; false where they show something else by now. */
  const finish = (
    { id, groupId, fromDay, toDay }: ReportRow,
    { name: group, practices }: GroupFacts,
    { pdf, sha256 }: SealedReport,
  ): Promise<boolean> =>
    runGroupJob(groupId, async (scope, note) => {
      if (standingOf(await listReportedPractices(scope)) !== standingOf(practices)) return false
      const isFinished = await updateReport(scope, id, {
        ...{ status: 'ready', progress: 100, bytes: pdf.byteLength, sha256 },
      })
      if (!isFinished) return true
      note({ action: 'group.evidence_ready', subject: groupId, details: { reportId: id, sha256 } })
      for (const { id: clinicId, showsFigures, showsPolicies } of practices.filter(isShown))
        note({
          ...{ action: 'group.evidence_shown', clinicId, subject: groupId },
          details: { group, from: fromDay, to: toDay, figures: showsFigures, policies: showsPolicies },
        })
      return true
    })

  /** Makes it of what practices show now; false where that changed on the way. */
  async function attempt(report: ReportRow): Promise<boolean> {
    const quarter = quarterOf(report)
    const facts = await runGroupJob(report.groupId, (scope) => readGroupFacts(scope, quarter))
    if (!facts.practices.some(isShown)) {
      await fail(report, 'No practice shows its figures or policy status any more.')
      return true
    }
    const shown = facts.practices.filter(({ showsFigures }) => showsFigures)
    const evidence = await readEvidence(report, shown)
    if (!evidence) return false
    const sealed = await buildReport(groupReportOf({ facts, evidence }, { quarter, madeBy: report.madeBy }))
    await files.put(nameOfGroupReport(sealed.sha256), sealed.pdf, null)
    const isFinished = await finish(report, facts, sealed)
    if (!isFinished) await files.remove(nameOfGroupReport(sealed.sha256))
    return isFinished
  }

  return {
    /** Makes a report; done already, it does nothing. */
    async makeEvidence({ groupId = '', reportId = '' }: JobData): Promise<void> {
      const report = await runGroupJob(groupId, (scope) => findReport(scope, reportId))
      if (report?.status !== 'preparing') return
      for (let attempts = 0; attempts < attempts_max; attempts++) if (await attempt(report)) return
      throw new Error('Practices changed what they show each time that a report of their group was made')
    },

    /** Gives up a report that was never finished. */
    async abandonEvidence({ groupId = '', reportId = '' }: JobData): Promise<void> {
      const report = await runGroupJob(groupId, (scope) => findReport(scope, reportId))
      if (report) await fail(report, 'The report could not be completed. Try again.')
    },
  }
}

/** Finds reports that were given up, and enqueues the end of each. */
export const sweepGroupEvidence = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const begunBefore = new Date(scope.now.getTime() - preparation_timeout_hours * hour_ms)
    for (const { groupId, id } of await abandonedReports(scope, {
      begunBefore,
      limit: reports_per_sweep_max,
    }))
      scope.enqueue('practice-groups.abandon-evidence', { groupId, reportId: id })
  })
