import { csv_bytes_max, csv_rows_max } from '../../../contract/limits.ts'
import type { PatientImport } from '../../../contract/patient-imports.ts'
import { api, type Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { CsvFileStep } from '../../ui/csv-file-step.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'
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

/** Chooses a file of patients; below it, what was brought in before. */
export const FileStep = ({ past, onRead, ...hrefs }: FileStepProps) => (
  <CsvFileStep
    hint={`A list of patients exported from another system. Up to ${numberText(csv_rows_max)} rows and ${megabytes} MB.`}
    bytesMax={csv_bytes_max}
    tooLarge={`This file is larger than ${megabytes} MB. Split it and import the parts one by one.`}
    onChoose={async (input, idempotencyKey) =>
      onRead(await api.patientImports.read(input, { context: { idempotencyKey } }))
    }
    past={{ ...past, title: 'Past imports' }}
    columns={columns}
    {...hrefs}
  />
)

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
