import { useCallback, useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { TemplateParts } from '../templates/index.ts'

/** Which template is read, and what may be done with it then. */
export type ReadTemplate = {
  templateId: string
  name: string
  act: 'share' | 'update' | null
  /** The group's copy of it; null where there is none yet. */
  sharedId: string | null
}

type Wording = Awaited<ReturnType<Api['groupTemplates']['get']>>

type GroupTemplateDialogProps = { read: ReadTemplate; onClose: () => void; onChanged: () => Promise<void> }

/** The wording of a template, and the button that shares what was read. */
export function GroupTemplateDialog({ read, onClose, onChanged }: GroupTemplateDialogProps) {
  const { templateId, name, act, sharedId } = read
  const [wording, setWording] = useState<Wording>()
  const loading = useTask()
  const { run: runLoading } = loading
  const sharing = useTask()
  const toast = useToast()
  const load = useCallback(
    () => runLoading(async () => setWording(await api.groupTemplates.get({ templateId }))),
    [runLoading, templateId],
  )
  useEffect(() => void load(), [load])

  async function share({ versionId }: Wording) {
    const isDone = await sharing.run(async () => {
      if (act === 'update') await api.groupTemplates.update({ templateId: sharedId!, versionId })
      else await api.groupTemplates.share({ templateId, versionId })
      toast(act === 'update' ? 'New version shared' : 'Template shared')
      await onChanged()
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={
        act && 'Other practices will use this wording. Check that it names no practice, person or price.'
      }
      size="large"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {act ? 'Cancel' : 'Close'}
          </Button>
          {act && wording && (
            <Button busy={sharing.busy} onClick={() => void share(wording)}>
              {act === 'update' ? 'Share this version' : 'Share with the group'}
            </Button>
          )}
        </>
      }
    >
      {wording && <WordingView wording={wording} />}
      {!wording && !loading.problem && <SkeletonText lines={8} />}
      {loading.problem && (
        <FailedState reference={loading.problem.requestId} onRetry={() => void load()} busy={loading.busy} />
      )}
      <ProblemMessage problem={sharing.problem} className="mt-4" />
    </Dialog>
  )
}

const WordingView = ({ wording }: { wording: Wording }) => (
  <>
    {wording.sections.map(({ id, title, content }) => (
      <section key={id} className="mb-6">
        <h3 className="mb-2 text-h2" dir="auto">
          {title}
        </h3>
        <RichText html={content} />
      </section>
    ))}
    <TemplateParts template={wording} />
    <p className="mt-4 text-small text-muted">Version {wording.label}</p>
  </>
)
