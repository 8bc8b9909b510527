import { useCallback, useEffect, useState } from 'react'
import type { RecordFile } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RecordFileList } from './record-file-list.tsx'
import { usePolling } from '../../ui/use-polling.ts'

/** A copy of everything the practice has, for itself. */
export function ExportPanel() {
  const [files, setFiles] = useState<readonly RecordFile[]>()
  const [failed, setFailed] = useState(false)
  const { busy, problem, run } = useTask()
  const toast = useToast()

  const load = useCallback(async () => {
    try {
      setFiles(await api.records.listExports({}))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [])
  useEffect(() => void load(), [load])
  const isPreparing = files?.some(({ status }) => status === 'preparing') ?? false
  usePolling(isPreparing, load)

  async function make() {
    const done = await run(async () => {
      await api.records.makeExport({}, { context: { idempotencyKey: crypto.randomUUID() } })
      await load()
    })
    if (done) toast('Your export is being prepared. You can leave this page.')
  }
  return (
    <Panel
      title="Export everything"
      lead="A ZIP of all sealed documents (PDF) and all records of this practice (JSON Lines). Available for seven days; downloads are logged."
      className="max-w-column"
    >
      <Button busy={busy} onClick={() => void make()}>
        Create export
      </Button>
      <ProblemMessage problem={problem} className="mt-4" />
      {failed && !files && <FailedState onRetry={() => void load()} />}
      {!files && !failed && <Spinner message="Loading" />}
      {files && (
        <RecordFileList
          label="Exports"
          files={files}
          onRelease={({ id }) => api.records.releaseExport({ exportId: id })}
        />
      )}
    </Panel>
  )
}
