import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import type { GroupOverview } from '../../../contract/group-figures.ts'
import { contract, files } from '../../../contract/index.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { csvResponse, everyMonth, monthsOfPeriod } from '../analytics/index.ts'
import { groupUseIn } from '../templates/index.ts'
import { outcomeTableOf, tellOutcomes } from './practice-group-figure-rules.ts'
import { listPracticeMonths } from './practice-group-figure-store.ts'
import { findOwnGroup, listPracticesOfGroup } from './practice-group-store.ts'

/** A group has no clocks of its own: its months are those of the United Kingdom. */
const timeZone = 'Europe/London'

async function overviewOf(scope: GroupScope, asked: MetricsPeriod): Promise<GroupOverview> {
  const { name: group } = await findOwnGroup(scope)
  const practices = await listPracticesOfGroup(scope, 'figures')
  const period = monthsOfPeriod(asked, scope.now, timeZone)
  const months = everyMonth(period)
  const shown = practices.filter(({ isAgreed }) => isAgreed)
  return {
    ...{ group, period },
    ...tellOutcomes(shown, months, await listPracticeMonths(scope, months)),
    use: groupUseIn(practices),
  }
}

/** The operations of `contract/group-figures.ts`. */
export const groupFigureHandlers = {
  overview: handle(contract.groupFigures.overview, async (scope, asked) => ({
    answer: await overviewOf(scope, asked),
  })),
}

/** Its files. */
export const groupFigureFileHandlers = [
  handleFile(files.groupFigures.table, async (scope, { table, ...asked }) => {
    const figures = await overviewOf(scope, asked)
    const { header, rows } = outcomeTableOf(table, figures)
    const answer = csvResponse(`group-${table}`, header, rows)
    return { answer, subject: scope.groupId, details: { table, ...figures.period, rows: rows.length } }
  }),
]
