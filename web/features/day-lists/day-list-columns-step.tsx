import { useState } from 'react'
import type { CsvReadingChoice } from '../../../contract/csv-files.ts'
import type { DayList, DayListField } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { ColumnMapping } from '../../ui/column-mapping.tsx'
import { CsvReadingOptions } from '../../ui/csv-reading-options.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { fieldLabels, requiresDay } from './day-list-words.ts'

type Order = DayList['dateOrder']

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
  const { busy, problem, run } = useTask()
  const reading = useTask()
  // Without its header row a file has other columns: what was chosen stays chosen for those it was chosen for.
  const { hasHeaderRow } = list.reading
  const [chosen, choose] = useState<{ hasHeaderRow: boolean; fields: (DayListField | null)[] } | null>(null)
  const fields =
    chosen?.hasHeaderRow === hasHeaderRow ? chosen.fields : list.columns.map(({ field }) => field)
  const [chosenOrder, setOrder] = useState<Order | null>(null)
  const [day, setDay] = useState(list.day)
  const columns = list.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
  const dates = columns.flatMap((column) =>
    hasDateColumn.includes(column.field) ? (column.dates ?? []) : [],
  )
  const certain = dates.find(({ isCertain }) => isCertain)
  const dateOrder = chosenOrder ?? certain?.order ?? list.dateOrder
  const isPlain = dates.length === 0 || (certain !== undefined && dateOrder === 'day-first')
  const check = () =>
    run(async () => {
      await api.dayLists.check({ listId: list.id, fields, dateOrder, day })
      onChecked()
    })
  const read = (choice: CsvReadingChoice) =>
    reading.run(async () => {
      await api.dayLists.readAgain({ listId: list.id, ...choice })
      await onRead()
    })
  return (
    <>
      <p className="text-muted">
        <span dir="auto" className="font-medium text-ink">
          {list.fileName}
        </span>{' '}
        has {numberText(list.rowCount)} rows. Match each column. Your next list in this format is matched
        automatically.
      </p>
      <CsvReadingOptions reading={list.reading} onChange={(choice) => void read(choice)} />
      <div className="mt-4">
        <ColumnMapping
          columns={columns}
          labels={fieldLabels}
          onChange={(at, field) =>
            choose({ hasHeaderRow, fields: fields.map((before, index) => (index === at ? field : before)) })
          }
        />
      </div>
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
          <RadioGroup
            name="dateOrder"
            legend="How are dates written?"
            hint={certain ? 'The dates in this file have the month first.' : 'The date order is unclear.'}
            value={dateOrder}
            onChange={(value) => setOrder(value as Order)}
            options={[
              { value: 'day-first', label: 'Day first: 03/04/1961 is 3 April 1961' },
              { value: 'month-first', label: 'Month first: 03/04/1961 is 4 March 1961' },
            ]}
          />
        )}
      </div>
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
