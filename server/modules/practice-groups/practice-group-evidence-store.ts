import { and, desc, eq, lte } from 'drizzle-orm'
import type { EvidenceQuarter, GroupEvidenceReport } from '../../../contract/group-evidence.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { AnyGroupScope, GroupScope, SweepScope } from '../../platform/database/transaction.ts'
import { groupEvidenceReports as reports } from './practice-group-evidence-schema.ts'

export type ReportRow = typeof reports.$inferSelect

const reports_listed_max = 50
const isOwn = ({ groupId }: AnyGroupScope) => eq(reports.groupId, groupId)

/** The reports of the group, newest first. */
export const listReports = (scope: GroupScope): Promise<ReportRow[]> =>
  scope.tx
    .select()
    .from(reports)
    .where(isOwn(scope))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(reports_listed_max)

export async function findReport(scope: AnyGroupScope, id: string): Promise<ReportRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(reports)
    .where(and(isOwn(scope), eq(reports.id, id)))
  return found
}

/** Begins a report; null where one is under way already. The refusal then undoes the transaction. */
export async function insertReport(
  scope: GroupScope,
  { from: fromDay, to: toDay }: EvidenceQuarter,
): Promise<ReportRow | null> {
  const { groupId, actor, now: createdAt } = scope
  try {
    const [made] = await scope.tx
      .insert(reports)
      .values({ groupId, fromDay, toDay, madeBy: actor.name, createdAt })
      .returning()
    return made!
  } catch (error) {
    if (violatedConstraint(error) === 'group_evidence_reports_one') return null
    throw error
  }
}

type Change = Partial<Pick<ReportRow, 'status' | 'progress' | 'sha256' | 'bytes' | 'failure'>>

/** Changes a report that is being prepared; false where it was finished meanwhile. */
export async function updateReport(scope: AnyGroupScope, id: string, change: Change): Promise<boolean> {
  const changed = await scope.tx
    .update(reports)
    .set(change)
    .where(and(isOwn(scope), eq(reports.id, id), eq(reports.status, 'preparing')))
    .returning({ id: reports.id })
  return changed.length > 0
}

/** Reports of all groups that were begun before a moment and never finished. */
export const abandonedReports = (
  { tx }: SweepScope,
  { begunBefore, limit }: { begunBefore: Date; limit: number },
) =>
  tx
    .select({ groupId: reports.groupId, id: reports.id })
    .from(reports)
    .where(and(eq(reports.status, 'preparing'), lte(reports.createdAt, begunBefore)))
    .orderBy(reports.createdAt)
    .limit(limit)

/** Under which name the file store keeps a report: by its content. */
export const nameOfGroupReport = (sha256: string): string => `group-evidence/${sha256}.pdf`

export const reportView = (row: ReportRow): GroupEvidenceReport => {
  const { id, fromDay: from, toDay: to, status, progress, bytes, sha256, failure, madeBy } = row
  return {
    ...{ id, from, to, status, progress, bytes, sha256, failure, madeBy },
    createdAt: row.createdAt.toISOString(),
  }
}
