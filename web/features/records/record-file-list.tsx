import { Download } from 'lucide-react'
import type { RecordFile } from '../../../contract/records.ts'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { stateText } from './file-words.ts'

type RecordFileListProps = {
  /** Named for people who hear the page. */
  label: string
  files: readonly RecordFile[]
  /** Proves who asks, and answers where the file then is. */
  onRelease: (file: RecordFile) => Promise<{ url: string }>
}

/** ZIPs that were made, with a way to fetch those that are ready. */
export function RecordFileList({ label, files, onRelease }: RecordFileListProps) {
  const { busy, problem, run } = useTask()
  const fetchFile = (file: RecordFile) =>
    run(async () => {
      const { url } = await onRelease(file)
      location.assign(url)
    })
  if (files.length === 0) return null
  return (
    <>
      <ul aria-label={label} className="mt-4 divide-y divide-line border-t border-line">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p>{momentText(file.createdAt)}</p>
              <p role="status" className="text-small text-muted">
                {stateText(file)}
                {file.status === 'ready' && file.expiresAt && `, until ${dayText(file.expiresAt)}`}, by{' '}
                {file.madeBy}
              </p>
            </div>
            {file.status === 'ready' && (
              <Button
                variant="quiet"
                size="small"
                icon={Download}
                busy={busy}
                onClick={() => void fetchFile(file)}
              >
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ProblemMessage problem={problem} className="mt-3" />
    </>
  )
}
