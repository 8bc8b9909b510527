import { useState } from 'react'
import type { PatientImport } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'
import { CsvColumnsStep, DateOrderField, useColumnFields } from '../../ui/csv-columns-step.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
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

/** Says what each column of a file of patients holds. */
export function ColumnsStep({ record, onChecked, onRead, onDiscard }: ColumnsStepProps) {
  const importId = record.id
  const [columns, setField] = useColumnFields(record.columns, record.reading.hasHeaderRow)
  const [chosenOrder, setOrder] = useState<Order | null>(null)
  const born = columns.find(({ field }) => field === 'dateOfBirth')
  const dateOrder = chosenOrder ?? (born?.dates?.isCertain ? born.dates.order : record.dateOrder)
  return (
    <CsvColumnsStep
      file={record}
      lead={
        record.isRemembered
          ? 'Columns are matched as in your last file in this format.'
          : 'Check that each column is matched correctly.'
      }
      columns={columns}
      labels={fieldLabels}
      onField={setField}
      onCheck={async () => {
        const fields = columns.map(({ field }) => field)
        await api.patientImports.check({ importId, fields, dateOrder })
        onChecked()
      }}
      onRead={async (choice) => {
        await api.patientImports.readAgain({ importId, ...choice })
        await onRead()
      }}
      onDiscard={onDiscard}
    >
      {born?.dates && <DateFormatField dates={born.dates} order={dateOrder} onChange={setOrder} />}
    </CsvColumnsStep>
  )
}

type DateFormatFieldProps = {
  dates: NonNullable<Dates>
  order: Order
  onChange: (order: Order) => void
}

/** How the dates of birth are read, where that is not plain. */
function DateFormatField({ dates, order, onChange }: DateFormatFieldProps) {
  const isPlain = dates.isCertain && order === 'day-first'
  return (
    <div className="mt-5 space-y-4">
      {!isPlain && (
        <DateOrderField
          legend="How are dates of birth written?"
          hint={
            dates.isMixed
              ? 'Some dates in this file have the day first and some the month. Those that could be either are not imported.'
              : dates.isCertain
                ? 'The dates in this file have the month first.'
                : 'Every date in this file could be read either way.'
          }
          value={order}
          onChange={onChange}
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
