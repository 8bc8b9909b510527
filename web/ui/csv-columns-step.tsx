import { useState, type ReactNode } from 'react'
import { ColumnMapping, type MappedColumn } from './column-mapping.tsx'
import { CsvReadingOptions, type CsvOptions, type CsvReading } from './csv-reading-options.tsx'
import { Button } from './plain/button.tsx'
import { numberText } from './plain/number-text.ts'
import { ProblemMessage } from './plain/problem-message.tsx'
import { RadioGroup } from './plain/radio-group.tsx'
import { useTask } from './use-task.ts'

/**
 * The columns of a file with what each was chosen to hold. Without its header row a file has other columns: what was
 * chosen stays chosen for those it was chosen for.
 */
export function useColumnFields<Field extends string, Found extends { field: Field | null }>(
  found: readonly Found[],
  hasHeaderRow: boolean,
): [Found[], (at: number, field: Field | null) => void] {
  const [chosen, choose] = useState<{ hasHeaderRow: boolean; fields: (Field | null)[] } | null>(null)
  const fields = chosen?.hasHeaderRow === hasHeaderRow ? chosen.fields : found.map(({ field }) => field)
  return [
    found.map((column, index) => ({ ...column, field: fields[index] ?? null })),
    (at, field) =>
      choose({ hasHeaderRow, fields: fields.map((before, index) => (index === at ? field : before)) }),
  ]
}

type CsvColumnsStepProps<Field extends string> = {
  file: { fileName: string; rowCount: number; reading: CsvReading }
  /** What follows on how many rows the file has. */
  lead: string
  columns: readonly MappedColumn<Field>[]
  labels: Readonly<Record<Field, string>>
  onField: (index: number, field: Field | null) => void
  /** Checks the rows by these columns. */
  onCheck: () => Promise<void>
  /** Reads the file in another way. */
  onRead: (choice: CsvOptions) => Promise<void>
  /** Another file instead. */
  onDiscard: () => void
  /** What else is asked of the file. */
  children: ReactNode
}

/** Says what each column of a file holds. */
export function CsvColumnsStep<Field extends string>(props: CsvColumnsStepProps<Field>) {
  const { file, lead, columns, labels, onField, onCheck, onRead, onDiscard, children } = props
  const checking = useTask()
  const reading = useTask()
  return (
    <>
      <p className="text-muted">
        <span dir="auto" className="font-medium text-ink">
          {file.fileName}
        </span>{' '}
        has {numberText(file.rowCount)} rows. {lead}
      </p>
      <CsvReadingOptions
        reading={file.reading}
        onChange={(choice) => void reading.run(() => onRead(choice))}
      />
      <div className="mt-4">
        <ColumnMapping columns={columns} labels={labels} onChange={onField} />
      </div>
      {children}
      <ProblemMessage problem={checking.problem ?? reading.problem} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={checking.busy} onClick={() => void checking.run(onCheck)}>
          Check the rows
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Choose another file
        </Button>
      </div>
      <p role="status" className="sr-only">
        {checking.busy ? 'Checking the rows' : reading.busy ? 'Reading the file' : ''}
      </p>
    </>
  )
}

type DateOrder = 'day-first' | 'month-first'

type DateOrderFieldProps = {
  legend: string
  /** Why it is asked. */
  hint: string
  value: DateOrder
  onChange: (order: DateOrder) => void
}

/** Asks how the dates of a file are written, where that is not plain. */
export const DateOrderField = ({ onChange, ...props }: DateOrderFieldProps) => (
  <RadioGroup
    name="dateOrder"
    {...props}
    onChange={(value) => onChange(value as DateOrder)}
    options={[
      { value: 'day-first', label: 'Day first: 03/04/1961 is 3 April 1961' },
      { value: 'month-first', label: 'Month first: 03/04/1961 is 4 March 1961' },
    ]}
  />
)
