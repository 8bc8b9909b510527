import { useRef, useState } from 'react'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import type { TemplateContext } from './template-context.ts'
import type { Decision, PendingVersion } from './pending-version.ts'
import type { Template } from './template-wording-dialog.tsx'

/** The version that is answered: it stays that one, also when a newer one is saved while somebody writes. */
export type PendingDecision = { decision: Decision['decision']; versionId: string; label: string }

/** Approving a version of a template, sending it back, asking for its review, and taking it back. */
export function useTemplateApproval(
  { id: templateId, name }: Pick<Template, 'id' | 'name'>,
  { operations, onChanged }: Pick<TemplateContext, 'operations' | 'onChanged'>,
) {
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  const { busy, problem, run } = useTask()
  const isOutdated = useRef(false)
  const confirm = useConfirm()
  const toast = useToast()

  async function decide({ decision, versionId, label }: PendingDecision, comment: string): Promise<void> {
    try {
      await operations.decide({ templateId, versionId, decision, comment })
    } catch (failure) {
      isOutdated.current = (failure as Problem).reason === 'not-newest'
      throw failure
    }
    setDeciding(null)
    toast(
      decision === 'approved'
        ? `Version ${label} is approved and in use.`
        : `Changes to version ${label} requested.`,
    )
    await onChanged()
  }
  /** What stands behind the dialog is loaded anew once it has said that there is something newer. */
  function close() {
    setDeciding(null)
    if (isOutdated.current) void onChanged()
  }
  async function withdrawProposal({ label }: PendingVersion): Promise<void> {
    const agreed = await confirm({
      title: `Withdraw version ${label}?`,
      text: 'It is taken off the approval list. The version in use stays, and this one can be restored from the history.',
      confirm: 'Withdraw from review',
    })
    if (!agreed) return
    await run(async () => {
      await operations.dropProposal({ templateId })
      toast(`Version ${label} withdrawn from review.`)
      await onChanged()
    })
  }
  const sendToReview = () =>
    run(async () => {
      await operations.setStatus({ templateId, status: 'in review' })
      toast(`${name} is in review.`)
      await onChanged()
    })
  return {
    busy,
    problem,
    deciding,
    ask: (decision: PendingDecision['decision'], { versionId, label }: PendingVersion) =>
      setDeciding({ decision, versionId, label }),
    close,
    decide,
    takeBack: withdrawProposal,
    sendToReview,
  }
}
