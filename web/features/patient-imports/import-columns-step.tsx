import { useState } from 'react'
import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import type { ImportField, PatientImport } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'
import { ColumnMapping } from '../../ui/column-mapping.tsx'
import { CsvReadingOptions } from '../../ui/csv-reading-options.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useTask } from '../../ui/use-task.ts'
import { fieldLabels } from './import-words.ts'

type Order = PatientImport['dateOrder']
type Dates = PatientImport['columns'][number]['dates']

type ColumnsStepProps = {
  record: PatientImport
  /** The file is checked by these columns. */
  onChecked: () => void
  /** The file is read in another way. */
  onRead: () => Promise<void>
  /** Another file instead. */
  onDiscard: () => void
}

/** Says what each column of the file holds. */
export function ColumnsStep({ record, onChecked, onRead, onDiscard }: ColumnsStepProps) {
  const { busy, problem, run } = useTask()
  const reading = useTask()
  // Without its header row a file has other columns: what was chosen stays chosen for those it was chosen for.
  const { hasHeaderRow } = record.reading
  const [chosen, choose] = useState<{ hasHeaderRow: boolean; fields: (ImportField | null)[] } | null>(null)
  const fields =
    chosen?.hasHeaderRow === hasHeaderRow ? chosen.fields : record.columns.map(({ field }) => field)
  const [chosenOrder, setOrder] = useState<Order | null>(null)
  const columns = record.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
  const born = columns.find(({ field }) => field === 'dateOfBirth')
  const dateOrder = chosenOrder ?? (born?.dates?.isCertain ? born.dates.order : record.dateOrder)
  const change = (at: number, field: ImportField | null) =>
    choose({ hasHeaderRow, fields: fields.map((before, index) => (index === at ? field : before)) })
  const check = () =>
    run(async () => {
      await api.patientImports.check({ importId: record.id, fields, dateOrder })
      onChecked()
    })
  const read = (choice: CsvReadingChoice) =>
    reading.run(async () => {
      await api.patientImports.readAgain({ importId: record.id, ...choice })
      await onRead()
    })
  return (
    <>
      <p className="text-muted">
        <span dir="auto" className="font-medium text-ink">
          {record.fileName}
        </span>{' '}
        has {numberText(record.rowCount)} rows.{' '}
        {record.isRemembered
          ? 'Columns are matched as in your last file in this format.'
          : 'Check that each column is matched correctly.'}
      </p>
      <CsvReadingOptions reading={record.reading} onChange={(choice) => void read(choice)} />
      <div className="mt-4">
        <ColumnMapping columns={columns} labels={fieldLabels} onChange={change} />
      </div>
      {born?.dates && <DateFormatField dates={born.dates} order={dateOrder} onChange={setOrder} />}
      <ProblemMessage problem={problem ?? reading.problem} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void check()}>
          Check the rows
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Choose another file
        </Button>
      </div>
      <p role="status" className="sr-only">
        {busy ? 'Checking the rows' : reading.busy ? 'Reading the file' : ''}
      </p>
    </>
  )
}

/** How the dates are read, where that is not plain. */
function DateFormatField({
  dates,
  order,
  onChange,
}: {
  dates: NonNullable<Dates>
  order: Order
  onChange: (order: Order) => void
}) {
  const isPlain = dates.isCertain && order === 'day-first'
  return (
    <div className="mt-5 space-y-4">
      {!isPlain && (
        <RadioGroup
          name="dateOrder"
          legend="How are dates of birth written?"
          hint={
            dates.isMixed
              ? 'Some dates in this file have the day first and some the month. Those that could be either are not imported.'
              : dates.isCertain
                ? 'The dates in this file have the month first.'
                : 'Every date in this file could be read either way.'
          }
          value={order}
          onChange={(value) => onChange(value as Order)}
          options={[
            { value: 'day-first', label: 'Day first: 03/04/1961 is 3 April 1961' },
            { value: 'month-first', label: 'Month first: 03/04/1961 is 4 March 1961' },
          ]}
        />
      )}
      {dates.hasShortYears && (
        <InlineMessage>
          Two-digit years are read as the most recent past year: 61 as 1961, 04 as 2004.
        </InlineMessage>
      )}
    </div>
  )
}
