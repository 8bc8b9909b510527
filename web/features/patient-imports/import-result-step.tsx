import { useEffect, useRef } from 'react'
import type { PatientImportRow } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { SkippedRowsLink, type RowsProps } from './import-check-step.tsx'
import { ImportRowTable } from './import-row-table.tsx'
import { resultBadges } from './import-words.ts'

type Result = NonNullable<PatientImportRow['result']>

const results = ['added', 'changed', 'unchanged', 'skipped', 'unusable'] as const
const undoResults = ['removed', 'restored', 'kept'] as const

/** What an import did, and undoing it. */
export function ResultStep(props: RowsProps & { listHref: string; againHref: string }) {
  const { record, rows, params, patientHref, loading, onChanged, listHref, againHref, recordsHref } = props
  const { busy, problem, undo } = useUndo(record.id, onChanged)
  const isUndone = record.status === 'undone'
  const heading = useRef<HTMLHeadingElement>(null)
  // What was waited for stands here now.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {isUndone ? 'Import undone' : 'Import complete'}
      </h2>
      <p className="mt-1 text-muted">
        <span dir="auto">{record.fileName}</span>
        {record.undoUntil && `. It can be undone until ${dayText(record.undoUntil)}.`}
      </p>
      <Results shown={isUndone ? undoResults : results} record={record} params={params} />
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={listHref}>Go to patients</ButtonLink>
        {record.undoUntil && recordsHref && (
          <ButtonLink variant="quiet" href={recordsHref(record.id)}>
            Import their records
          </ButtonLink>
        )}
        {record.results.unusable > 0 && record.undoUntil && (
          <SkippedRowsLink importId={record.id}>Download skipped rows</SkippedRowsLink>
        )}
        {record.undoUntil && (
          <Button variant="quiet" busy={busy} onClick={() => void undo()}>
            Undo import
          </Button>
        )}
        <ButtonLink variant="quiet" href={againHref}>
          Import another file
        </ButtonLink>
      </div>
      <div className="mt-6">
        <ImportRowTable
          page={rows}
          choice={record.choice}
          busy={loading}
          patientHref={patientHref}
          hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
        />
      </div>
    </>
  )
}

function useUndo(importId: string, onChanged: () => Promise<void>) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const keyOf = useIdempotencyKey()
  async function undo() {
    const sure = await confirm({
      title: 'Undo this import?',
      text: 'Added patients are removed, unless they have been changed or have a consent or other record. Changed details are restored, unless they have been changed since.',
      confirm: 'Undo import',
    })
    if (!sure) return
    const input = { importId }
    await run(async () => {
      await api.patientImports.undo(input, { context: { idempotencyKey: keyOf(input) } })
      await onChanged()
    })
  }
  return { busy, problem, undo }
}

function Results({
  shown,
  record,
  params,
}: Pick<RowsProps, 'record' | 'params'> & { shown: readonly Result[] }) {
  const counted = shown.filter((result) => record.results[result] > 0)
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {counted.map((result) => (
          <StatTile
            key={result}
            label={resultBadges[result].label}
            value={numberText(record.results[result])}
            note={resultBadges[result].note}
            href={queryWith(params, { result, page: undefined })}
          />
        ))}
      </div>
      {params.has('result') && (
        <ButtonLink
          href={queryWith(params, { result: undefined, page: undefined })}
          variant="link"
          className="mt-2"
        >
          Show all rows
        </ButtonLink>
      )}
    </>
  )
}
