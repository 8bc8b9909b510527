import type { ComplianceItem } from '../../../contract/compliance.ts'
import type { EvidenceQuarter } from '../../../contract/group-evidence.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { addCalendarDays, dayAt } from '../../platform/zoned-time.ts'
import { figureText, stateLabels, targetText, type PracticeEvidence } from '../compliance/index.ts'

/** A group has no clocks of its own: its quarters are those of the United Kingdom. */
const time_zone = 'Europe/London'
const quarters_offered = 8

/** The first day of a quarter, counted from the year nought. */
const firstDayOf = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(4, '0')}-${String((quarter % 4) * 3 + 1).padStart(2, '0')}-01`

/**
 * The quarters that a report can be made of, the newest first: whole ones that ended. No two overlap and none is still
 * counted, so that nothing follows from what differs between two reports.
 */
export function endedQuarters(now: Date): EvidenceQuarter[] {
  const today = dayAt(now, time_zone)
  const running = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  return Array.from({ length: quarters_offered }, (_, before) => {
    const quarter = running - 1 - before
    return { from: firstDayOf(quarter), to: addCalendarDays(firstDayOf(quarter + 1), -1) }
  })
}

export type MonthSent = { practiceId: string; month: string; sent: number }

const isFew = (count: number): boolean => count > 0 && count < figure_group_min

/** Whether a practice sent few consents in one of these months, which then are in no sum of its consents. */
export const hasSmallMonth = (months: readonly MonthSent[], practiceId: string): boolean =>
  months.some((each) => each.practiceId === practiceId && isFew(each.sent))

/** Records of these are of patients, or about some. */
const ofPeople = new Set<ComplianceItem['behind']>([
  ...(['consents', 'patients', 'surveys', 'incidents', 'requests'] as const),
])

export type ReportedItem = { value: string; target: string; state: string }
export const notShown = 'Not shown'

/** What is told of an item: what the practice's own pack says, and nothing of few people. */
export function reportedItem(item: ComplianceItem, isSmall: boolean): ReportedItem {
  const target = targetText(item)
  if (item.behind === 'groups') return { value: 'In the practice’s own pack', target, state: notShown }
  if (ofPeople.has(item.behind) && (isSmall || isFew(item.of)))
    return { value: `Fewer than ${figure_group_min}`, target, state: notShown }
  return { value: figureText(item, item.unit), target, state: stateLabels[item.state] }
}

/** What is told of the last sample audit, and of none drawn from few consents. */
export function auditText(audit: PracticeEvidence['audit']): string {
  if (!audit) return 'None'
  if (audit.population < figure_group_min) return notShown
  const checks = audit.of === 0 ? 'No data' : `${audit.met} of ${audit.of} checks met`
  return `${checks}, ${audit.size} of ${audit.population} consents`
}
