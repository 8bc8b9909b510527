import { useState } from 'react'
import type { HeldDecision, PatientImportRow } from '../../../contract/patient-imports.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { decisionLabels, detailLabel } from './import-words.ts'

type HeldRowProps = {
  row: PatientImportRow
  /** Absent once it is imported. */
  onDecide?: ((number: number, decision: HeldDecision) => Promise<unknown>) | undefined
}

/** A row whose number is somebody else's, or whose name is nearly another's: the file's row beside the record, and what a person decides. */
export function HeldRow({ row, onDecide }: HeldRowProps) {
  const { number, patient, choice } = row
  /** What was pressed and is being saved. */
  const [pressed, setPressed] = useState<HeldDecision | null>(null)
  const decisions = (Object.keys(decisionLabels) as HeldDecision[]).filter(
    (decision) => decision !== 'update' || patient,
  )
  async function decide(decision: HeldDecision) {
    setPressed(decision)
    await onDecide?.(number, decision)
    setPressed(null)
  }
  return (
    <div className="space-y-3">
      <Comparison row={row} />
      {onDecide && (
        <RadioGroup
          name={`decision-${number}`}
          legend={`Which patient is row ${number}?`}
          value={pressed ?? choice ?? ''}
          options={decisions.map((value) => ({ value, label: decisionLabelOf(value, row) }))}
          onChange={(value) => void decide(value as HeldDecision)}
        />
      )}
    </div>
  )
}

/** A number for which the row is held is not given to somebody who is added. */
function decisionLabelOf(decision: HeldDecision, { faults }: PatientImportRow): string {
  return decision === 'create' && faults.some(({ column }) => column !== null)
    ? `${decisionLabels.create} without the NHS number`
    : decisionLabels[decision]
}

function Comparison({ row: { number, patient, comparison } }: Pick<HeldRowProps, 'row'>) {
  return (
    <table className="w-full text-start">
      <caption className="sr-only">
        {patient ? `Row ${number} and the record of ${patient.name}` : `Row ${number}`}
      </caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="pe-3 text-start font-medium">
            Detail
          </th>
          <th scope="col" className="pe-3 text-start font-medium">
            Row {number} of the file
          </th>
          {patient && (
            <th scope="col" className="text-start font-medium">
              Record here
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {comparison.map(({ field, here, inFile, contradicts }) => (
          <tr key={field} className="align-top">
            <th scope="row" className="pe-3 text-start font-medium">
              {detailLabel(field)} {contradicts && <Badge tone="warn">Different</Badge>}
            </th>
            <td className="pe-3 break-words" dir="auto">
              {shown(field, inFile)}
            </td>
            {patient && (
              <td className="break-words" dir="auto">
                {shown(field, here)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shown = (field: string, text: string) => {
  if (text === '') return <span className="text-muted">Empty</span>
  return field === 'dateOfBirth' ? calendarDayText(text) : text
}
