import { useEffect, useState } from 'react'
import type { ForeignField, ForeignImport } from '../../../contract/foreign-records.ts'
import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { ColumnMapping } from '../../ui/column-mapping.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Form } from '../../ui/form.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText, recentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { StepList } from '../../ui/step-list.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import {
  countsText,
  foreignFieldLabels,
  foreignStateBadges,
  foreignStates,
  foreignStatusBadge,
  recordsText,
} from './foreign-import-words.ts'
import { sendExportFiles } from './send-export-files.ts'

type ImportPage = Awaited<ReturnType<Api['foreignRecords']['list']>>
type RowPage = Awaited<ReturnType<Api['foreignRecords']['rows']>>
type List = { id: string; fileName: string; createdAt: string }

/** What the page shows: no manifest yet, with the lists that may be one; or an import with its rows. */
export type ForeignImportState =
  { record: null; past: ImportPage; lists: List[] } | { record: ForeignImport; rows: RowPage | null }

export type ForeignImportScreenProps = {
  shown: ForeignImportState
  params: URLSearchParams
  loading: boolean
  /** Where lists of patients are imported. */
  patientsHref: string
  onGo: (query: string) => void
  onChanged: () => Promise<void>
}

const steps = ['Choose the list', 'Columns', 'Check', 'Files', 'Result']
const importHref = (id: string) => `?import=${id}`

function stepOf({ record }: ForeignImportState, params: URLSearchParams): number {
  if (!record) return 0
  if (record.status === 'draft' || (record.status === 'checked' && params.get('step') === 'columns')) return 1
  if (record.status === 'checked') return 2
  return record.status === 'running' ? 3 : 4
}

/** Imports records that another product made, for patients whose list was imported. */
export function ForeignImportScreen(props: ForeignImportScreenProps) {
  const { shown, params, patientsHref } = props
  const step = stepOf(shown, params)
  return (
    <>
      <PageHeader
        back={<BackLink href={patientsHref}>Import patients</BackLink>}
        title="Import records from another system"
        lead="Consents and other documents as PDFs, kept as what they are: not made, sealed or verified by Candour."
      />
      <StepList label="Steps of the import" steps={steps} current={step} className="mt-6" />
      <div className="mt-6">
        {shown.record === null ? (
          <ListStep {...props} lists={shown.lists} past={shown.past} />
        ) : step === 1 ? (
          <ColumnsStep key={shown.record.id} record={shown.record} {...props} />
        ) : (
          <OpenImport {...props} record={shown.record} rows={shown.rows} />
        )}
      </div>
    </>
  )
}

function ListStep(props: ForeignImportScreenProps & { lists: List[]; past: ImportPage }) {
  const { lists, past, params, patientsHref, onGo } = props
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const read = (form: FormData) =>
    run(async () => {
      const input = { patientImportId: String(form.get('list')), source: String(form.get('source')) }
      const made = await api.foreignRecords.read(input, { context: { idempotencyKey: keyOf(input) } })
      onGo(importHref(made.id))
    })
  return (
    <div className="space-y-6">
      <Panel title="Manifest" lead="The list in the export that names each PDF and its patient, as CSV.">
        <ol className="list-decimal space-y-1 ps-5">
          <li>
            <Link href={patientsHref}>Import the manifest as a list of patients</Link>. Patients are matched,
            added or held for you to decide.
          </li>
          <li>Choose that list here. Each row then becomes a record of its patient.</li>
        </ol>
        {lists.length === 0 ? (
          <InlineMessage className="mt-4">
            No list of patients has been imported in the last 30 days.
          </InlineMessage>
        ) : (
          <Form
            draft="foreign-import"
            className="mt-5 space-y-4"
            onSubmit={(event) => {
              event.preventDefault()
              void read(new FormData(event.currentTarget))
            }}
          >
            <SelectField
              id="list"
              label="Imported list of patients"
              name="list"
              defaultValue={params.get('patients') ?? lists[0]?.id}
              options={lists.map(({ id, fileName, createdAt }) => ({
                value: id,
                label: `${fileName}, ${recentText(createdAt, new Date())}`,
              }))}
            />
            <TextField
              id="source"
              label="Product the records come from"
              hint="Shown with every record. Use the same name when you import the same export again."
              name="source"
              maxLength={80}
              required
              width="medium"
            />
            <ProblemMessage problem={problem} />
            <Button type="submit" busy={busy}>
              Continue
            </Button>
          </Form>
        )}
      </Panel>
      {past.total > 0 && (
        <section aria-labelledby="past-foreign-imports">
          <h2 id="past-foreign-imports">Past imports</h2>
          <div className="mt-3">
            <DataTable
              caption="Past imports"
              columns={pastColumns}
              rows={past.rows}
              rowKey={({ id }) => id}
              rowHref={({ id }) => importHref(id)}
              empty={null}
              footer={<Pages page={past} params={params} />}
            />
          </div>
        </section>
      )}
    </div>
  )
}

const Pages = ({
  page,
  params,
}: {
  page: { page: number; pageSize: number; total: number }
  params: URLSearchParams
}) => (
  <Pager
    page={page.page}
    pageSize={page.pageSize}
    total={page.total}
    hrefOfPage={(next) => queryWith(params, { page: next > 1 ? next : undefined })}
  />
)

const pastColumns: Column<ImportPage['rows'][number]>[] = [
  {
    key: 'file',
    header: 'Manifest',
    cell: ({ fileName, source }) => <CellText main={fileName} sub={`From ${source}`} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={foreignStatusBadge(status).tone}>{foreignStatusBadge(status).label}</Badge>
    ),
  },
  { key: 'counts', header: 'Result', cell: ({ counts }) => countsText(counts) },
  {
    key: 'by',
    header: 'By',
    cell: ({ createdBy, createdAt }) => <CellText main={createdBy} sub={recentText(createdAt, new Date())} />,
  },
]

function ColumnsStep({ record, onGo }: ForeignImportScreenProps & { record: ForeignImport }) {
  const { busy, problem, run } = useTask()
  const [fields, setFields] = useState<(ForeignField | null)[]>(() =>
    record.columns.map(({ field }) => field),
  )
  const [dateOrder, setDateOrder] = useState(record.dateOrder)
  const columns = record.columns.map((column, index) => ({ ...column, field: fields[index] ?? null, index }))
  const signed = columns.find(({ field }) => field === 'signedOn')
  const asked = columns.filter(({ isOfPatient }) => !isOfPatient)
  const check = () =>
    run(async () => {
      await api.foreignRecords.check({ foreignImportId: record.id, fields, dateOrder })
      onGo(importHref(record.id))
    })
  return (
    <>
      <p className="text-muted">
        <span dir="auto" className="font-medium text-ink">
          {record.fileName}
        </span>{' '}
        has {numberText(record.rowCount)} rows. Columns that say who the patient is were used to match them.
      </p>
      <div className="mt-4">
        <ColumnMapping
          columns={asked}
          labels={foreignFieldLabels}
          onChange={(at, field) => setFields(fields.with(asked[at]!.index, field))}
        />
      </div>
      {signed?.dates && !signed.dates.isCertain && (
        <div className="mt-5">
          <RadioGroup
            name="dateOrder"
            legend="How are signed dates written?"
            value={dateOrder}
            onChange={(value) => setDateOrder(value as ForeignImport['dateOrder'])}
            options={[
              { value: 'day-first', label: 'Day first: 03/04/2023 is 3 April 2023' },
              { value: 'month-first', label: 'Month first: 03/04/2023 is 4 March 2023' },
            ]}
          />
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void check()}>
          Check the rows
        </Button>
        <DiscardButton record={record} onGo={onGo} />
      </div>
    </>
  )
}

function DiscardButton({ record, onGo }: { record: ForeignImport; onGo: (query: string) => void }) {
  const { busy, problem, run } = useTask()
  const discard = () =>
    run(async () => {
      await api.foreignRecords.discard({ foreignImportId: record.id })
      onGo('?')
    })
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => void discard()}>
        Choose another list
      </Button>
      <ProblemMessage problem={problem} className="basis-full" />
    </>
  )
}

type OpenImportProps = ForeignImportScreenProps & { record: ForeignImport; rows: RowPage | null }

/** An import whose rows were checked: what they are, and what can be done next. */
function OpenImport(props: OpenImportProps) {
  const { record, rows, params, loading, onChanged } = props
  useRefresh(record.status === 'undoing', onChanged)
  const counted = foreignStates.filter((state) => record.counts[state] > 0)
  return (
    <div className="space-y-6">
      <p className="text-muted">
        <span dir="auto">{record.fileName}</span>, from <span dir="auto">{record.source}</span>
        {record.undoUntil &&
          `. It can be undone until ${dayText(record.undoUntil)}, unless a record was opened.`}
      </p>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {counted.map((state) => (
          <StatTile
            key={state}
            label={foreignStateBadges[state].label}
            value={numberText(record.counts[state])}
            note={foreignStateBadges[state].note}
            href={queryWith(params, { state, page: undefined })}
          />
        ))}
      </div>
      {record.counts.held > 0 && (
        <InlineMessage tone="warn">
          Rows to decide are left out. Decide about their patients in Import patients, with the same list, and
          import the records again: those that are here stay as they are.
        </InlineMessage>
      )}
      {record.status === 'checked' && <CheckedActions {...props} />}
      {record.status === 'running' && <FilesStep {...props} />}
      {record.status === 'undoing' && <p role="status">Removing the records…</p>}
      {(record.status === 'done' || record.status === 'undone') && <ResultActions {...props} />}
      {rows && (
        <DataTable
          caption="Rows of the manifest"
          columns={rowColumns}
          rows={rows.rows}
          rowKey={({ number }) => String(number)}
          busy={loading}
          empty={<p>No rows to show. They are deleted once the import can no longer be undone.</p>}
          footer={<Pages page={rows} params={params} />}
        />
      )}
    </div>
  )
}

const poll_interval_ms = 1000

/** Asks again and again while work is under way. */
function useRefresh(isWorking: boolean, onChanged: () => Promise<void>) {
  useEffect(() => {
    if (!isWorking) return
    const timer = window.setInterval(() => void onChanged(), poll_interval_ms)
    return () => window.clearInterval(timer)
  }, [isWorking, onChanged])
}

const rowColumns: Column<RowPage['rows'][number]>[] = [
  {
    key: 'row',
    header: 'Row',
    cell: ({ number, originalId }) => <CellText main={numberText(number)} sub={originalId} />,
  },
  {
    key: 'title',
    header: 'Document',
    cell: ({ title, fileName }) => <CellText main={title} sub={fileName} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, reason }) => (
      <>
        <Badge tone={foreignStateBadges[state].tone}>{foreignStateBadges[state].label}</Badge>
        {reason && <p className="mt-1 text-small text-muted">{reason}</p>}
      </>
    ),
  },
]

function CheckedActions({ record, params, onGo, onChanged }: OpenImportProps) {
  const { busy, problem, run } = useTask()
  const { waiting } = record.counts
  const start = () =>
    run(async () => {
      await api.foreignRecords.start({ foreignImportId: record.id })
      await onChanged()
    })
  return (
    <div className="flex flex-wrap gap-3">
      {waiting > 0 ? (
        <Button busy={busy} onClick={() => void start()}>
          Continue with {recordsText(waiting)}
        </Button>
      ) : (
        <InlineMessage className="basis-full">There is nothing to import: no row needs a file.</InlineMessage>
      )}
      <ButtonLink
        variant="quiet"
        href={queryWith(params, { step: 'columns', state: undefined, page: undefined })}
      >
        Change columns
      </ButtonLink>
      <ReportLink id={record.id} />
      <DiscardButton record={record} onGo={onGo} />
      <ProblemMessage problem={problem} className="basis-full" />
    </div>
  )
}

const ReportLink = ({ id }: { id: string }) => (
  <ButtonLink variant="quiet" href={`/api/clinic/foreign-imports/${id}/report.csv`} download reload>
    Download report
  </ButtonLink>
)

function FilesStep({ record, onChanged }: OpenImportProps) {
  const { busy, problem, run } = useTask()
  const finishing = useTask()
  const confirm = useConfirm()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const { waiting } = record.counts
  const send = (files: File[]) =>
    run(async () => {
      try {
        await sendExportFiles(record.id, files, (done, total) => setProgress({ done, total }))
      } finally {
        await onChanged()
      }
    })
  async function finish() {
    const sure =
      waiting === 0 ||
      (await confirm({
        title: 'Finish without these files?',
        text: `${recordsText(waiting)} without a file will be refused. You can import the same list again later.`,
        confirm: 'Finish import',
      }))
    if (!sure) return
    await finishing.run(async () => {
      await api.foreignRecords.finish({ foreignImportId: record.id })
      await onChanged()
    })
  }
  return (
    <div className="space-y-4">
      <FileField
        label="Choose the ZIP of the export, or its PDFs"
        hint="PDFs up to 20 MB each. The ZIP is unpacked on this device. If the page is closed, choose the same files again: only missing ones are sent."
        accept=".zip,.pdf,application/zip,application/pdf"
        busy={busy}
        onFiles={(files) => void send(files)}
      />
      {progress && <ProgressBar label="Files sent" done={progress.done} total={progress.total} />}
      <p role="status" className="text-muted">
        {busy ? 'Sending the files. Keep this page open.' : ''}
      </p>
      <ProblemMessage problem={problem ?? finishing.problem} />
      <div className="flex flex-wrap gap-3">
        <Button busy={finishing.busy} disabled={busy} onClick={() => void finish()}>
          Finish import
        </Button>
        <ReportLink id={record.id} />
      </div>
    </div>
  )
}

function ResultActions({ record, onChanged }: OpenImportProps) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  async function undo() {
    const sure = await confirm({
      title: 'Undo this import?',
      text: `${recordsText(record.counts.taken)} will be removed. Patients stay; undo their import separately.`,
      confirm: 'Undo import',
    })
    if (!sure) return
    await run(async () => {
      await api.foreignRecords.undo({ foreignImportId: record.id })
      await onChanged()
    })
  }
  return (
    <div className="flex flex-wrap gap-3">
      <ReportLink id={record.id} />
      {record.undoUntil && record.counts.taken > 0 && (
        <Button variant="quiet" busy={busy} onClick={() => void undo()}>
          Undo import
        </Button>
      )}
      <ButtonLink variant="quiet" href="?">
        Import another list
      </ButtonLink>
      <ProblemMessage problem={problem} className="basis-full" />
    </div>
  )
}
