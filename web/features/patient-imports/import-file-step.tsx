import { csv_bytes_max, csv_rows_max } from '../../../contract/limits.ts'
import type { PatientImport } from '../../../contract/patient-imports.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { fileContent } from '../../ui/file-content.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { resultText, statusBadge } from './import-words.ts'

export type ImportPage = Awaited<ReturnType<Api['patientImports']['list']>>
type ImportRow = ImportPage['rows'][number]

type FileStepProps = {
  past: ImportPage
  hrefOf: (importId: string) => string
  hrefOfPage: (page: number) => string
  onRead: (record: PatientImport) => void
}

const megabytes = csv_bytes_max / 1024 / 1024

async function encodeFile(file: File): Promise<{ fileName: string; content: string }> {
  if (file.size > csv_bytes_max)
    throw new Error(`This file is larger than ${megabytes} MB. Split it and import the parts one by one.`)
  if (file.size === 0) throw new Error('This file is empty.')
  return { fileName: file.name.slice(-200), content: await fileContent(file) }
}

/** Chooses a file; below it, what was brought in before. */
export function FileStep({ past, hrefOf, hrefOfPage, onRead }: FileStepProps) {
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const choose = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      const input = await encodeFile(file)
      onRead(await api.patientImports.read(input, { context: { idempotencyKey: keyOf(input) } }))
    })
  return (
    <>
      <FileField
        single
        label="Choose a CSV file, or drop it here"
        hint={`A list of patients exported from another system. Up to ${numberText(csv_rows_max)} rows and ${megabytes} MB.`}
        accept=".csv,.tsv,.txt,text/csv"
        busy={busy}
        onFiles={(files) => void choose(files)}
      />
      <p role="status" className="mt-2 text-muted">
        {busy ? 'Reading the file…' : ''}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      {past.total > 0 && (
        <section className="mt-8" aria-labelledby="past-imports">
          <h2 id="past-imports">Past imports</h2>
          <div className="mt-3">
            <PastImports past={past} hrefOf={hrefOf} hrefOfPage={hrefOfPage} />
          </div>
        </section>
      )}
    </>
  )
}

const columns: Column<ImportRow>[] = [
  {
    key: 'file',
    header: 'File',
    cell: (row) => <CellText main={row.fileName} sub={`${numberText(row.rowCount)} rows`} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusBadge(status).tone}>{statusBadge(status).label}</Badge>,
  },
  { key: 'results', header: 'Result', cell: ({ results }) => resultText(results) },
  {
    key: 'by',
    header: 'By',
    cell: ({ createdBy, createdAt }) => <CellText main={createdBy} sub={recentText(createdAt, new Date())} />,
  },
]

const PastImports = ({ past, hrefOf, hrefOfPage }: Omit<FileStepProps, 'onRead'>) => (
  <DataTable
    caption="Past imports"
    columns={columns}
    rows={past.rows}
    rowKey={({ id }) => id}
    rowHref={({ id }) => hrefOf(id)}
    empty={null}
    footer={<Pager page={past.page} pageSize={past.pageSize} total={past.total} hrefOfPage={hrefOfPage} />}
  />
)
