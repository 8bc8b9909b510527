import type { PatientImport } from '../../../contract/patient-imports.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useImportProgress } from './use-import-progress.ts'

type ProgressStepProps = { record: PatientImport; onFinished: () => Promise<void> }

/** An import at work: how far it is. */
export function ProgressStep({ record, onFinished }: ProgressStepProps) {
  const { seen, isLost } = useImportProgress(record, onFinished)
  const isUndoing = record.status === 'undoing'
  const { added, changed } = seen.results
  const total = isUndoing ? added + changed : seen.rowCount
  return (
    <>
      <h2>{isUndoing ? 'Undoing the import' : 'Importing'}</h2>
      <p className="mt-1 text-muted">You can leave this page. The import continues in the background.</p>
      <ProgressBar
        className="mt-4"
        label={isUndoing ? 'Rows undone' : 'Rows imported'}
        done={total - seen.remaining}
        total={total}
      />
      {isLost && (
        <InlineMessage tone="warn" role="status" className="mt-4">
          Connection lost. Progress may be out of date; retrying every second.
        </InlineMessage>
      )}
    </>
  )
}
