import type { Overview, OverviewTask } from '../../../contract/overview.ts'
import { overviewTasks } from '../../../contract/overview.ts'
import { addCalendarDays } from '../../platform/zoned-time.ts'

type Day = Overview['days'][number]
type Figure = Exclude<keyof Day, 'day'>

/** Which figure of a day each action of the audit log counts towards. */
export const figureByAction: Readonly<Record<string, Figure>> = {
  'consent.sent': 'sent',
  'consent.signed': 'signed',
  'user.login': 'signIns',
  'user.login_failed': 'refusedSignIns',
  'user.second_factor_failed': 'refusedSignIns',
}

export const overview_days = 30

/** The first of the days that are shown. */
export const firstOverviewDay = (today: string): string => addCalendarDays(today, 1 - overview_days)

/** The last days one by one, also those on which nothing was done. */
export function buildOverviewDays(
  today: string,
  counts: readonly { day: string; action: string; count: number }[],
): Day[] {
  const first = firstOverviewDay(today)
  const days = Array.from({ length: overview_days }, (_, n): Day => {
    const day = addCalendarDays(first, n)
    return { day, sent: 0, signed: 0, signIns: 0, refusedSignIns: 0 }
  })
  for (const { day, action, count } of counts) {
    const [found, figure] = [days.find((each) => each.day === day), figureByAction[action]]
    if (found && figure) found[figure] += count
  }
  return days
}

/** What there is to do, most urgent first; what there is none of is left out. */
export const sortDuties = (counts: Record<OverviewTask, number>): Overview['duties'] =>
  overviewTasks.map((duty) => ({ duty, count: counts[duty] })).filter(({ count }) => count > 0)
