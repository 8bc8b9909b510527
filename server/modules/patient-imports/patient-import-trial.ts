import { setImmediate } from 'node:timers/promises'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { readRow } from './patient-import-reading.ts'
import { judgeAfter, classifyRow, createDuplicateIndex } from './patient-import-rules.ts'
import { countOutcomes, saveTrialResults, rowsAfter, type ImportRecord } from './patient-import-store.ts'
import { lookupOf, readingOf } from './patient-import-writing.ts'

const rows_at_once = 500

/** Looks at every row of a file beside the patients who are here, and writes down what it found; no patient is touched. */
export async function tryRows(scope: ClinicScope, record: ImportRecord): Promise<ImportRecord['outcomes']> {
  const reading = readingOf(record, scope.now)
  const before = createDuplicateIndex()
  for (let after = 0; ;) {
    const rows = await rowsAfter(scope, record.id, { after, limit: rows_at_once })
    const last = rows.at(-1)
    if (!last) return countOutcomes(scope, record.id)
    const read = rows.map(({ cells }) => readRow(cells ?? [], reading))
    const lookup = await lookupOf(scope, read)
    const tried = rows.map(({ number }, index) => {
      const row = read[index]!
      const earlier = row.details ? before.meet(row.details, number) : undefined
      const alone = classifyRow(row, lookup)
      const { patient, ...judged } = earlier ? judgeAfter(earlier, alone, row) : alone
      return {
        ...{ number, ...judged },
        ...{ patientId: patient?.id ?? null, patientVersion: patient?.version ?? null },
      }
    })
    await saveTrialResults(scope, record.id, tried)
    after = last.number
    // Between two slices others get their turn.
    await setImmediate()
  }
}
