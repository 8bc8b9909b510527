import type { DayList } from '../../../contract/day-lists.ts'
import { csv_bytes_max, day_list_rows_max } from '../../../contract/limits.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { CsvFileStep } from '../../ui/csv-file-step.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { resultText } from './day-list-words.ts'

export type PastLists = Awaited<ReturnType<Api['dayLists']['list']>>
type PastList = PastLists['rows'][number]

type DayListFileStepProps = {
  past: PastLists
  hrefOf: (listId: string) => string
  hrefOfPage: (page: number) => string
  onRead: (list: DayList) => void
}

/** Chooses a day list; below it, those that were brought in before. */
export const DayListFileStep = ({ past, onRead, ...hrefs }: DayListFileStepProps) => (
  <CsvFileStep
    hint={`The day’s appointments as your practice system exports them. Up to ${numberText(day_list_rows_max)} rows and ${csv_bytes_max / 1024 / 1024} MB.`}
    bytesMax={csv_bytes_max}
    tooLarge="This file is too large to be the list of a day."
    onChoose={async (input, idempotencyKey) =>
      onRead(await api.dayLists.read(input, { context: { idempotencyKey } }))
    }
    past={{ ...past, title: 'Imported lists' }}
    columns={columns}
    {...hrefs}
  />
)

const columns: Column<PastList>[] = [
  {
    key: 'file',
    header: 'File',
    cell: (row) => <CellText main={row.fileName} sub={`${numberText(row.rowCount)} rows`} />,
  },
  {
    key: 'results',
    header: 'Result',
    cell: ({ results, status }) => (status === 'undone' ? 'Undone' : resultText(results)),
  },
  {
    key: 'by',
    header: 'By',
    cell: ({ createdBy, createdAt }) => <CellText main={createdBy} sub={recentText(createdAt, new Date())} />,
  },
]
