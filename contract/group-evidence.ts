import { z } from 'zod'
import { aborted, fileRoute, id, instant, invalidArgument, isoDate, notFound, operation } from './kit.ts'
import { groupRoles, GroupUse } from './practice-groups.ts'

const Quarter = z.object({ from: isoDate, to: isoDate })
export type EvidenceQuarter = z.infer<typeof Quarter>

/** One sealed PDF about the practices of a group that show their evidence; made behind the scenes, and kept. */
const Report = Quarter.extend({
  id,
  status: z.enum(['preparing', 'ready', 'failed']),
  /** From 0 to 100. */
  progress: z.int(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  failure: z.string().nullable(),
  madeBy: z.string(),
  createdAt: instant,
})
export type GroupEvidenceReport = z.infer<typeof Report>

const Evidence = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  /** Which quarters a report can be made of: those that ended, the newest first. */
  quarters: z.array(Quarter),
  /** Newest first. */
  reports: z.array(Report),
  /** Who shows the evidence list, actions, audits and figures. */
  figures: GroupUse,
  /** Who shows which policies it has adopted. */
  policies: GroupUse,
})
export type GroupEvidence = z.infer<typeof Evidence>

const path = '/api/group/evidence'

/** Evidence reports of a group: each practice's own counts, while it shows them, and nothing of few consents. */
export const groupEvidence = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Evidence reports of a group, the newest first, and who is in the next one',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: Evidence,
    example: {},
  }),
  make: operation({
    method: 'POST',
    path,
    summary: 'Make an evidence report of a quarter that ended, as one sealed PDF',
    access: 'group',
    rate: { attempts: 30, seconds: 3600 },
    audit: { done: 'group.evidence_asked', refused: 'group.refused' },
    input: z.object({ from: isoDate }),
    output: Evidence,
    refusals: {
      'wrong-quarter': invalidArgument('Choose a quarter that has ended.'),
      'nobody-agreed': aborted(
        'No practice shows its figures or policy status, so there is nothing to report.',
      ),
      'already-preparing': aborted('A report is already being prepared.'),
    },
    example: { from: ':endedQuarter' },
  }),
}

export const groupEvidenceFiles = {
  report: fileRoute({
    path: `${path}/:reportId/file`,
    summary: 'One of these reports as PDF',
    access: 'group',
    audit: { done: 'group.evidence_downloaded' },
    params: z.object({ reportId: id }),
    refusals: {
      'not-found': notFound('Report'),
      'not-ready': aborted('This report is not ready. Create a new one.'),
    },
    example: { reportId: ':groupReportId' },
  }),
}
