import { useState } from 'react'
import type { DayList, DayListField } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { CsvColumnsStep, DateOrderField, useColumnFields } from '../../ui/csv-columns-step.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { fieldLabels, requiresDay } from './day-list-words.ts'

type DayListColumnsStepProps = {
  list: DayList
  onChecked: () => void
  /** The list is read in another way. */
  onRead: () => Promise<void>
  onDiscard: () => void
}

const hasDateColumn: readonly (DayListField | null)[] = ['day', 'time', 'dateOfBirth']

/** Says what each column of a day list holds, and of which day it is where no column says so. */
export function DayListColumnsStep({ list, onChecked, onRead, onDiscard }: DayListColumnsStepProps) {
  const listId = list.id
  const [columns, setField] = useColumnFields(list.columns, list.reading.hasHeaderRow)
  const [chosenOrder, setOrder] = useState<DayList['dateOrder'] | null>(null)
  const [day, setDay] = useState(list.day)
  const dates = columns.flatMap((column) =>
    hasDateColumn.includes(column.field) ? (column.dates ?? []) : [],
  )
  const certain = dates.find(({ isCertain }) => isCertain)
  const dateOrder = chosenOrder ?? certain?.order ?? list.dateOrder
  const isPlain = dates.length === 0 || (certain !== undefined && dateOrder === 'day-first')
  return (
    <CsvColumnsStep
      file={list}
      lead="Match each column. Your next list in this format is matched automatically."
      columns={columns}
      labels={fieldLabels}
      onField={setField}
      onCheck={async () => {
        await api.dayLists.check({ listId, fields: columns.map(({ field }) => field), dateOrder, day })
        onChecked()
      }}
      onRead={async (choice) => {
        await api.dayLists.readAgain({ listId, ...choice })
        await onRead()
      }}
      onDiscard={onDiscard}
    >
      <div className="mt-5 space-y-5">
        {requiresDay(columns) && (
          <TextField
            id="day"
            type="date"
            width="medium"
            label="Day of the list"
            hint="The file has no column for it."
            value={day}
            onChange={({ target: { value } }) => value && setDay(value)}
          />
        )}
        {!isPlain && (
          <DateOrderField
            legend="How are dates written?"
            hint={certain ? 'The dates in this file have the month first.' : 'The date order is unclear.'}
            value={dateOrder}
            onChange={setOrder}
          />
        )}
      </div>
    </CsvColumnsStep>
  )
}
