import { appliedRepair, repairText } from '../../platform/csv/encoding-repair.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { readRow } from './patient-import-reading.ts'
import { createDuplicateIndex } from './patient-import-rules.ts'
import { findImport, rowsAfter, type ImportRecord, type RowRecord } from './patient-import-store.ts'
import { readingOf } from './patient-import-writing.ts'

/** A row of a list as it was read, with whom it is about; or why that is nobody. */
export type ImportedPerson = { number: number; cells: string[] } & (
  { patientId: string } | { patientId: null; isHeld: boolean; reason: string }
)

/** Whether every row of a checked list is about somebody who is here with the same details, or about nobody: there is nothing to import. */
const isIdle = ({ status, outcomes }: ImportRecord): boolean =>
  status === 'checked' && outcomes.new === 0 && outcomes.differs === 0

/** A list whose patients are all here, while what it says is still kept. */
export async function findImportedList(
  scope: ClinicScope,
  importId: string,
): Promise<ImportRecord | 'unfinished' | undefined> {
  const found = await findImport(scope, importId)
  if (!found) return undefined
  return (found.status === 'done' && !found.forgottenAt) || isIdle(found) ? found : 'unfinished'
}

const notChosen = 'The patient for this row has not been chosen.'

/** Whether a row is about its patient; a patient beside a row that nobody has decided of is only a possible one. */
function isSettled({ patientId, outcome, result, remark }: RowRecord): boolean {
  if (!patientId) return false
  if (result === null) return outcome === 'same'
  if (result === 'added' || result === 'changed' || result === 'unchanged') return true
  return result === 'skipped' && outcome === 'differs' && remark === ''
}

function unsettled({ outcome, remark, faults }: RowRecord): { isHeld: boolean; reason: string } {
  const reason = remark || faults.map(({ message }) => message).join(' ')
  return { isHeld: outcome !== 'unusable', reason: reason || notChosen }
}

const rows_at_once = 500

/**
 * Every row of an imported list with its patient, as the import settled it. A person who stands in it several times is
 * imported once, and all their rows are about that patient.
 */
export async function importedPeople(scope: ClinicScope, list: ImportRecord): Promise<ImportedPerson[]> {
  const [reading, repair] = [readingOf(list, scope.now), appliedRepair(list)]
  const people: ImportedPerson[] = []
  const byRow = new Map<number, ImportedPerson>()
  const before = createDuplicateIndex()
  for (let after = 0; ;) {
    const rows = await rowsAfter(scope, list.id, { after, limit: rows_at_once })
    for (const row of rows) {
      const { details } = readRow(row.cells ?? [], reading)
      const earlier = details ? before.meet(details, row.number) : undefined
      const first = earlier?.is === 'same-person' ? byRow.get(earlier.row) : undefined
      const read = { number: row.number, cells: (row.cells ?? []).map((cell) => repairText(cell, repair)) }
      const {
        number: _number,
        cells: _cells,
        ...whose
      } = first ?? {
        ...{ number: 0, cells: [] },
        ...(isSettled(row) ? { patientId: row.patientId! } : { patientId: null, ...unsettled(row) }),
      }
      const person: ImportedPerson = { ...read, ...whose }
      people.push(person)
      byRow.set(row.number, person)
    }
    const last = rows.at(-1)
    if (!last) return people
    after = last.number
  }
}
