import { csv_bytes_max, day_list_rows_max } from '../../../contract/limits.ts'
import type { DayList } from '../../../contract/day-lists.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { fileContent } from '../../ui/file-content.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { resultText } from './day-list-words.ts'

export type PastLists = Awaited<ReturnType<Api['dayLists']['list']>>
type PastList = PastLists['rows'][number]

type DayListFileStepProps = {
  past: PastLists
  hrefOf: (listId: string) => string
  hrefOfPage: (page: number) => string
  onRead: (list: DayList) => void
}

async function encodeFile(file: File): Promise<{ fileName: string; content: string }> {
  if (file.size > csv_bytes_max) throw new Error('This file is too large to be the list of a day.')
  if (file.size === 0) throw new Error('This file is empty.')
  return { fileName: file.name.slice(-200), content: await fileContent(file) }
}

/** Chooses a day list; below it, those that were brought in before. */
export function DayListFileStep({ past, hrefOf, hrefOfPage, onRead }: DayListFileStepProps) {
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const choose = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      const input = await encodeFile(file)
      onRead(await api.dayLists.read(input, { context: { idempotencyKey: keyOf(input) } }))
    })
  return (
    <>
      <FileField
        single
        label="Choose a CSV file, or drop it here"
        hint={`The day’s appointments as your practice system exports them. Up to ${numberText(day_list_rows_max)} rows and ${csv_bytes_max / 1024 / 1024} MB.`}
        accept=".csv,.tsv,.txt,text/csv"
        busy={busy}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className="mt-2 text-muted">
        {busy ? 'Reading the file…' : ''}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      {past.total > 0 && (
        <section className="mt-8" aria-labelledby="past-lists">
          <h2 id="past-lists">Imported lists</h2>
          <DataTable
            caption="Imported lists"
            columns={columns}
            rows={past.rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => hrefOf(id)}
            empty={null}
            className="mt-3"
            footer={
              <Pager page={past.page} pageSize={past.pageSize} total={past.total} hrefOfPage={hrefOfPage} />
            }
          />
        </section>
      )}
    </>
  )
}

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
