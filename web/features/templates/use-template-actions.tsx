import { Copy, CopyPlus, ToggleRight, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAlert, useConfirm } from '../../ui/alert-provider.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { canChangeTemplate, type TemplateContext, type TemplateSubject } from './template-context.ts'

const TemplateStatusDialog = lazyPart(async () => ({
  default: (await import('./template-status-dialog.tsx')).TemplateStatusDialog,
}))

/** What can be done with a template besides reading and editing it: copies, its status, and deleting it. */
export function useTemplateActions(acting: TemplateContext, onDeleted = acting.onChanged) {
  const { operations, onChanged } = acting
  const [changing, setChanging] = useState<TemplateSubject>()
  const { busy, problem, copy } = useTemplateCopies(acting)
  const remove = useTemplateRemoval(operations, onDeleted)

  const itemsFor = (template: TemplateSubject): MenuItem[] => [
    ...(acting.canWrite
      ? [{ label: 'Duplicate', icon: Copy, onSelect: () => void copy(template, 'duplicate') }]
      : []),
    ...(acting.canWrite && acting.side === 'clinic'
      ? [
          {
            label: 'Save as personal copy',
            icon: CopyPlus,
            onSelect: () => void copy(template, 'saveAsPersonal'),
          },
        ]
      : []),
    ...(canChangeTemplate(acting, template)
      ? [{ label: 'Change status', icon: ToggleRight, onSelect: () => setChanging(template) }]
      : []),
  ]
  const deletionOf = (template: TemplateSubject): MenuItem[] =>
    canChangeTemplate(acting, template)
      ? [
          {
            label: 'Delete',
            icon: Trash2,
            danger: true,
            separated: true,
            onSelect: () => void remove(template),
          },
        ]
      : []
  const dialog = changing && (
    <Suspense>
      <TemplateStatusDialog
        template={changing}
        setStatus={operations.setStatus}
        countInProgress={acting.countInProgress}
        onChanged={onChanged}
        onClose={() => setChanging(undefined)}
      />
    </Suspense>
  )
  return { busy, problem, itemsFor, deletionOf, remove, dialog }
}

/** Makes copies, says so, and offers to open them. */
function useTemplateCopies({ operations, onChanged, onOpen }: TemplateContext) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const copy = ({ id: templateId }: TemplateSubject, how: 'duplicate' | 'saveAsPersonal') =>
    run(async () => {
      const context = { idempotencyKey: crypto.randomUUID() }
      const { id, name, status } = await operations[how]({ templateId }, { context })
      await onChanged()
      toast(status === 'draft' ? `${name} created as a draft.` : `${name} created.`, {
        action: { label: 'Open', onPress: () => onOpen(id) },
      })
    })
  return { busy, problem, copy }
}

/** Deletes a template after one question. */
function useTemplateRemoval(
  { remove }: Pick<TemplateContext['operations'], 'remove'>,
  onDeleted: () => Promise<void>,
) {
  const toast = useToast()
  const showAlert = useAlert()
  const confirm = useConfirm()
  return async ({ id: templateId, name }: TemplateSubject): Promise<void> => {
    const agreed = await confirm({
      title: 'Are you sure you want to delete this template?',
      text: `${name} can no longer be found or used. Existing consents keep their wording. This cannot be undone.`,
      confirm: 'Delete',
      danger: true,
    })
    if (!agreed) return
    try {
      await remove({ templateId })
    } catch {
      return showAlert('Failed to delete template')
    }
    toast(`${name} is deleted.`)
    await onDeleted()
  }
}
