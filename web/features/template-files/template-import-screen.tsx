import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { ImportReportTable } from './import-report-table.tsx'
import { reportCsv, summaryText, templatesText, writtenCount } from './import-report.ts'
import {
  useTemplateImport,
  type Existing,
  type Report,
  type TemplateFileOperations,
} from './use-template-import.ts'

type TemplateImportScreenProps = {
  operations: TemplateFileOperations
  /** Above the page, down to the list. */
  trail: readonly Crumb[]
  listHref: string
  viewHref: (templateId: string) => string
}

type ImportState = ReturnType<typeof useTemplateImport>

/** Takes templates in from files: a report of what would happen, then the import, then what happened. */
export function TemplateImportScreen({ operations, trail, listHref, viewHref }: TemplateImportScreenProps) {
  const importing = useTemplateImport(operations)
  const { report, busy, problem, choose } = importing
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title="Import templates"
        lead="Preview first. Nothing is saved until you confirm."
      />
      {(!report || report.isTrial) && (
        <FileField
          className="mt-6"
          label={report ? 'Choose other files' : 'Choose files, or drop them here'}
          hint="JSON, Markdown, or a ZIP archive of them, up to 12 MB together. Markdown does not include translations."
          accept=".json,.md,.markdown,.zip"
          busy={busy}
          onFiles={(files) => void choose(files)}
        />
      )}
      <p role="status" className="sr-only">
        {busy ? 'Reading the files' : ''}
      </p>
      <ProblemMessage problem={problem} className="mt-4" />
      {report && <ReportPart {...{ report, importing, listHref, viewHref }} />}
    </>
  )
}

type ReportPartProps = Pick<TemplateImportScreenProps, 'listHref' | 'viewHref'> & {
  report: Report
  importing: ImportState
}

function ReportPart({ report, importing, listHref, viewHref }: ReportPartProps) {
  const { rows, isTrial } = report
  const heading = useRef<HTMLHeadingElement>(null)
  // What was asked for stands here now, below what was pressed.
  useEffect(() => heading.current?.focus(), [report])
  return (
    <section className="mt-8" aria-labelledby="import-report">
      <h2 id="import-report" ref={heading} tabIndex={-1}>
        {isTrial ? 'Preview' : 'Result'}
      </h2>
      <p className="mt-1 text-muted">{summaryText(rows, isTrial)}</p>
      {isTrial && rows.some(({ templateId }) => templateId) && <ExistingChoice importing={importing} />}
      <div className="mt-4">
        <ImportReportTable rows={rows} isTrial={isTrial} viewHref={viewHref} busy={importing.busy} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {isTrial ? (
          <ImportButton rows={rows} importing={importing} />
        ) : (
          <>
            <ButtonLink href={listHref}>Back to templates</ButtonLink>
            <Button variant="quiet" onClick={importing.beginAgain}>
              Import more files
            </Button>
          </>
        )}
        <Button variant="quiet" icon={Download} onClick={() => downloadReport(report)}>
          Download report
        </Button>
      </div>
    </section>
  )
}

function ExistingChoice({ importing: { existing, meet } }: { importing: ImportState }) {
  return (
    <div className="mt-4">
      <RadioGroup
        name="existing"
        legend="Templates you already have"
        hint="The same name, treatment type and subtype as one of your own."
        value={existing}
        onChange={(value) => void meet(value as Existing)}
        options={[
          { value: 'new version', label: 'Save the file as a new version' },
          { value: 'keep', label: 'Keep mine unchanged' },
        ]}
      />
    </div>
  )
}

function ImportButton({ rows, importing }: Pick<Report, 'rows'> & { importing: ImportState }) {
  const count = writtenCount(rows)
  if (count === 0)
    return (
      <InlineMessage tone="info" className="basis-full">
        There is nothing to import: these files would change nothing.
      </InlineMessage>
    )
  return (
    <Button busy={importing.busy} onClick={() => void importing.importNow()}>
      Import {templatesText(count)}
    </Button>
  )
}

/** Keeps the report as a file of the person's own. */
function downloadReport({ rows, isTrial }: Report): void {
  const address = URL.createObjectURL(
    new Blob([reportCsv(rows, isTrial)], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = 'import-report.csv'
  link.click()
  URL.revokeObjectURL(address)
}
