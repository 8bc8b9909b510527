import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FigurePeriod } from '../../../contract/clinic-figures.ts'
import { contract, files } from '../../../contract/index.ts'
import { csvFile } from '../../platform/csv/csv-writing.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { TypesettingError, type Typesetter } from '../../platform/pdf/typesetter.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { feedbackOf } from './figure-feedback.ts'
import { cliniciansOf, overviewOf, treatmentsOf } from './figure-groups.ts'
import { monthsOfPeriod, type Months } from './figure-periods.ts'
import { readingOf } from './figure-reading.ts'
import { drawReport } from './figure-report.ts'
import { figureTableOf } from './figure-tables.ts'

const monthsAsked = async (scope: ClinicScope, asked: FigurePeriod): Promise<Months> =>
  monthsOfPeriod(asked, scope.now, await timeZoneOf(scope))

/** Answers figures of the months that were asked for. */
const answering =
  <T>(figures: (scope: ClinicScope, period: Months) => Promise<T>) =>
  async (scope: ClinicScope, asked: FigurePeriod) => ({
    answer: await figures(scope, await monthsAsked(scope, asked)),
  })

/** The operations of `contract/clinic-figures.ts`. */
export const clinicFigureHandlers = {
  overview: handle(contract.clinicFigures.overview, answering(overviewOf)),
  treatments: handle(contract.clinicFigures.treatments, answering(treatmentsOf)),
  clinicians: handle(contract.clinicFigures.clinicians, answering(cliniciansOf)),
  reading: handle(contract.clinicFigures.reading, answering(readingOf)),
  feedback: handle(contract.clinicFigures.feedback, answering(feedbackOf)),
}

function fileOf(bytes: Buffer, type: string, name: string) {
  const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
  return { open, type, name, etag: createHash('sha256').update(bytes).digest('hex') }
}

/** Its files. */
export const clinicFigureFileHandlers = ({ typesetter }: { typesetter: Typesetter }) => [
  handleFile(files.clinicFigures.table, async (scope, { table, ...asked }) => {
    const period = await monthsAsked(scope, asked)
    const { header, rows } = await figureTableOf(scope, table, period)
    const answer = fileOf(csvFile(header, rows), 'text/csv; charset=utf-8', `consents-${table}.csv`)
    return { answer, details: { table, ...period, rows: rows.length } }
  }),
  handleFile(files.clinicFigures.report, async (scope, asked) => {
    const period = await monthsAsked(scope, asked)
    try {
      const pdf = Buffer.from(await drawReport(scope, { typesetter, period }))
      const answer = fileOf(pdf, 'application/pdf', `consent-figures-${period.from}-${period.to}.pdf`)
      return { answer, details: { table: 'all', ...period } }
    } catch (error) {
      if (error instanceof TypesettingError) return refuse('cannot-draw')
      throw error
    }
  }),
]
