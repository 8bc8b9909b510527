import { useState } from 'react'
import type { FeeImportReport, FeeImportRow } from '../../../contract/fees.ts'
import { fees_file_bytes_max, fees_imported_max } from '../../../contract/limits.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fileContent } from '../../ui/file-content.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { feeText, importLabel, importSummary, outcomeBadges, writtenCount } from './fee-words.ts'

/** Asks for an import into a list, or what one would do. */
export type ImportFees = (
  input: { content: string; isTrial: boolean },
  options: { context: { idempotencyKey: string } },
) => Promise<FeeImportReport>

const kilobytes = fees_file_bytes_max / 1024

async function readContent(file: File): Promise<string> {
  if (file.size > fees_file_bytes_max)
    throw new Error(`This file is larger than ${kilobytes} kB. Split it and import the parts.`)
  if (file.size === 0) throw new Error('This file is empty.')
  return fileContent(file)
}

/** A file that was chosen with what it would do, and its import. */
function useFeeImport(importFees: ImportFees, onImported: (count: number) => Promise<void>) {
  const [chosen, setChosen] = useState<{ content: string; report: FeeImportReport } | null>(null)
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const ask = (input: { content: string; isTrial: boolean }) =>
    importFees(input, { context: { idempotencyKey: keyOf(input) } })

  const choose = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      setChosen(null)
      const content = await readContent(file)
      setChosen({ content, report: await ask({ content, isTrial: true }) })
    })
  const importNow = () =>
    run(async () => {
      const { counts } = await ask({ content: chosen!.content, isTrial: false })
      await onImported(writtenCount(counts))
    })
  return { report: chosen?.report ?? null, busy, problem, choose, importNow }
}

type FeeImportDialogProps = { importFees: ImportFees; onImported: () => Promise<void>; onClose: () => void }

/** Takes fees in from a CSV file: what each row would do first, then the import. */
export function FeeImportDialog({ importFees, onImported, onClose }: FeeImportDialogProps) {
  const toast = useToast()
  const { report, busy, problem, choose, importNow } = useFeeImport(importFees, async (count) => {
    await onImported()
    toast(count === 1 ? '1 fee is imported.' : `${count} fees are imported.`)
    onClose()
  })
  const count = report ? writtenCount(report.counts) : 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import fees"
      description="Preview first. Nothing changes until you confirm."
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {count > 0 && (
            <Button busy={busy} onClick={() => void importNow()}>
              {importLabel(count)}
            </Button>
          )}
        </>
      }
    >
      <FileField
        single
        label={report ? 'Choose another file' : 'Choose a CSV file, or drop it here'}
        hint={`Columns: Treatment, Fee, Unit (treatment, tooth or visit), NHS band, From. Treatment and one of Fee and NHS band are needed; without a day, fees apply from today. Up to ${numberText(fees_imported_max)} rows and ${kilobytes} kB.`}
        accept=".csv,.tsv,.txt,text/csv"
        busy={busy}
        onFiles={(files) => void choose(files)}
      />
      <ProblemMessage problem={problem} className="mt-4" />
      <p role="status" className="mt-4 font-semibold">
        {busy && !report ? 'Reading the file…' : report && importSummary(report.counts)}
      </p>
      {report && (
        <DataTable
          caption="Rows of the file"
          columns={columns}
          rows={report.rows}
          rowKey={({ number }) => String(number)}
          busy={busy}
          empty={null}
          className="mt-3"
        />
      )}
    </Dialog>
  )
}

const columns: Column<FeeImportRow>[] = [
  {
    key: 'treatment',
    header: 'Treatment',
    cell: ({ treatment, number }) => <CellText main={treatment || 'No treatment'} sub={`Row ${number}`} />,
  },
  {
    key: 'fee',
    header: 'Fee',
    cell: ({ fee }) =>
      fee && <CellText main={feeText(fee)} sub={`from ${calendarDayText(fee.effectiveFrom)}`} />,
  },
  {
    key: 'outcome',
    header: 'Action',
    cell: ({ outcome, problems }) => (
      <>
        <Badge tone={outcomeBadges[outcome].tone}>{outcomeBadges[outcome].label}</Badge>
        {problems.map((problem) => (
          <span key={problem} className="mt-1 block text-small wrap-anywhere">
            {problem}
          </span>
        ))}
      </>
    ),
  },
]
