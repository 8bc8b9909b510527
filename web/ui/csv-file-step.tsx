import { DataTable } from './data-table.tsx'
import { fileContent } from './file-content.ts'
import { FileField } from './file-field.tsx'
import { Pager } from './pager.tsx'
import { ProblemMessage } from './plain/problem-message.tsx'
import type { Column } from './table-row.tsx'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useTask } from './use-task.ts'

/** A file as it is sent: its bytes in base64. */
type CsvInput = { fileName: string; content: string }

type CsvFileStepProps<Row> = {
  /** What the file holds, and how much of it at most. */
  hint: string
  bytesMax: number
  /** What is said of a larger file. */
  tooLarge: string
  onChoose: (input: CsvInput, idempotencyKey: string) => Promise<void>
  /** What was brought in before, and how its table is called. */
  past: { title: string; rows: Row[]; total: number; page: number; pageSize: number }
  columns: Column<Row>[]
  hrefOf: (id: string) => string
  hrefOfPage: (page: number) => string
}

async function encodeFile(
  file: File,
  { bytesMax, tooLarge }: { bytesMax: number; tooLarge: string },
): Promise<CsvInput> {
  if (file.size > bytesMax) throw new Error(tooLarge)
  if (file.size === 0) throw new Error('This file is empty.')
  return { fileName: file.name.slice(-200), content: await fileContent(file) }
}

/** Chooses a file of a table; below it, those that were brought in before. */
export function CsvFileStep<Row extends { id: string }>({
  hint,
  bytesMax,
  tooLarge,
  onChoose,
  past,
  columns,
  hrefOf,
  hrefOfPage,
}: CsvFileStepProps<Row>) {
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const choose = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      const input = await encodeFile(file, { bytesMax, tooLarge })
      await onChoose(input, keyOf(input))
    })
  return (
    <>
      <FileField
        single
        label="Choose a CSV file, or drop it here"
        hint={hint}
        accept=".csv,.tsv,.txt,text/csv"
        busy={busy}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className="mt-2 text-muted">
        {busy ? 'Reading the file…' : ''}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      {past.total > 0 && (
        <section className="mt-8" aria-labelledby="past-files">
          <h2 id="past-files">{past.title}</h2>
          <DataTable
            caption={past.title}
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
