import { FolderDown } from 'lucide-react'
import type { RecordFile } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RecordFileList } from './record-file-list.tsx'

type PackSectionProps = {
  patientId: string
  packs: readonly RecordFile[]
  onChanged: () => Promise<void>
}

/** Everything kept of the patient as one ZIP, to hand over. */
export function PackSection({ patientId, packs, onChanged }: PackSectionProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  async function make() {
    const done = await run(async () => {
      await api.records.makePack({ patientId }, { context: { idempotencyKey: crypto.randomUUID() } })
      await onChanged()
    })
    if (done) toast('The access pack is being prepared.')
  }
  return (
    <section>
      <h3>Access pack</h3>
      <p className="mt-0.5 mb-3 text-muted">
        Details, consents, signatures, messages, documents and access log. Available for seven days.
      </p>
      <Button variant="quiet" size="small" icon={FolderDown} busy={busy} onClick={() => void make()}>
        Create access pack
      </Button>
      <ProblemMessage problem={problem} className="mt-3" />
      <RecordFileList
        label="Access packs"
        files={packs}
        onRelease={({ id }) => api.records.releasePack({ fileId: id })}
      />
    </section>
  )
}
