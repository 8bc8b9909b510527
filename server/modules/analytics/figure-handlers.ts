import { isDeepStrictEqual } from 'node:util'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import { contract, files } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { feedbackOf } from './figure-feedback.ts'
import { csvResponse, fileResponse } from './figure-file.ts'
import { clinicianGroups, overviewOf, treatmentGroups } from './figure-groups.ts'
import { monthsOfPeriod, type Months } from './figure-periods.ts'
import { readingFigures } from './figure-reading.ts'
import { renderFigureReport } from './figure-report.ts'
import { figureTableOf } from './figure-tables.ts'

const requestedMonths = async (scope: ClinicScope, asked: MetricsPeriod): Promise<Months> =>
  monthsOfPeriod(asked, scope.now, await timeZoneOf(scope))

/**
 * Answers figures of the months that were asked for. Clocks of the practice show another month than everybody's for
 * some hours of a month at most: which it is there is asked along with the figures, and they again where it is another.
 */
const figuresHandler =
  <T>(figures: (scope: ClinicScope, period: Months) => Promise<T>) =>
  async (scope: ClinicScope, asked: MetricsPeriod) => {
    const likely = monthsOfPeriod(asked, scope.now, 'UTC')
    const [period, answer] = await Promise.all([requestedMonths(scope, asked), figures(scope, likely)])
    return { answer: isDeepStrictEqual(period, likely) ? answer : await figures(scope, period) }
  }

/** The operations of `contract/clinic-figures.ts`. */
export const clinicFigureHandlers = {
  overview: handle(contract.clinicFigures.overview, figuresHandler(overviewOf)),
  treatments: handle(contract.clinicFigures.treatments, figuresHandler(treatmentGroups)),
  clinicians: handle(contract.clinicFigures.clinicians, figuresHandler(clinicianGroups)),
  reading: handle(contract.clinicFigures.reading, figuresHandler(readingFigures)),
  feedback: handle(contract.clinicFigures.feedback, figuresHandler(feedbackOf)),
}

/** Its files. */
export const clinicFigureFileHandlers = ({ typesetter }: { typesetter: Typesetter }) => [
  handleFile(files.clinicFigures.table, async (scope, { table, ...asked }) => {
    const period = await requestedMonths(scope, asked)
    const { header, rows } = await figureTableOf(scope, table, period)
    const answer = csvResponse(`consents-${table}`, header, rows)
    return { answer, details: { table, ...period, rows: rows.length } }
  }),
  handleFile(files.clinicFigures.report, async (scope, asked) => {
    const period = await requestedMonths(scope, asked)
    try {
      const pdf = Buffer.from(await renderFigureReport(scope, { typesetter, period }))
      const answer = fileResponse(pdf, 'application/pdf', `consent-figures-${period.from}-${period.to}.pdf`)
      return { answer, details: { table: 'all', ...period } }
    } catch (error) {
      if (error instanceof TypesettingError) return refuse('cannot-draw')
      throw error
    }
  }),
]
