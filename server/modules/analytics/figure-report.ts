import { fileURLToPath } from 'node:url'
import { figure_group_min, figure_need_group_min } from '../../../contract/limits.ts'
import { metricsTables } from '../../../contract/clinic-figures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { Typesetter } from '../../platform/pdf/typesetter.ts'
import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { dayText } from '../messages/index.ts'
import type { Months } from './figure-periods.ts'
import { figureTableOf, type FigureRows } from './figure-tables.ts'

const reportTemplate = fileURLToPath(new URL('./figure-report.typ', import.meta.url))

/** Months in words, where a table names them. */
const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const formatMonthCell = (cell: string): string =>
  /^\d{4}-\d{2}$/.test(cell) ? monthText.format(new Date(`${cell}-01T00:00:00Z`)) : cell

async function allTables(scope: ClinicScope, period: Months): Promise<FigureRows[]> {
  const tables: FigureRows[] = []
  for (const table of metricsTables) tables.push(await figureTableOf(scope, table, period))
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map(([first = '', ...others]) => [formatMonthCell(first), ...others]),
  }))
}

/** Draws all figures of these months as one document. */
export async function renderFigureReport(
  scope: ClinicScope,
  { typesetter, period }: { typesetter: Typesetter; period: Months },
): Promise<Uint8Array> {
  const [practice, timeZone] = [await clinicContactOf(scope), await timeZoneOf(scope)]
  const [from, to] = [formatMonthCell(period.from), formatMonthCell(period.to)]
  const data = {
    practice: practice.name,
    day: dayText('en', scope.now, timeZone),
    period: from === to ? from : `${from} to ${to}`,
    groupMin: figure_group_min,
    needGroupMin: figure_need_group_min,
    tables: await allTables(scope, period),
  }
  return typesetter.render({ main: reportTemplate, data, createdAt: scope.now })
}
