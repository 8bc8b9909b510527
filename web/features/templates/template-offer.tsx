import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { TemplateContext } from './template-context.ts'
import { offerTitles } from './template-words.ts'
import type { Template } from './template-wording-dialog.tsx'

type TemplateOfferProps = { template: Template; acting: TemplateContext }

/** Newer wording of what a template was copied from: to be looked at, or left out. */
export function TemplateOffer({ template, acting }: TemplateOfferProps) {
  const { id } = template
  const { busy, problem, leaveOut } = useOfferDismissal(id, acting)
  return (
    <InlineMessage title={offerTitles[acting.side]} className="mt-5">
      <p>Choose part by part what to take into this template. What you have changed yourself is kept.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink href={acting.paths.editWithOffer(id)}>Look at the changes</ButtonLink>
        <Button variant="quiet" busy={busy} onClick={() => void leaveOut()}>
          Leave it out
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </InlineMessage>
  )
}

/** Leaves the wording out that is on offer now, after one question. */
function useOfferDismissal(templateId: string, { operations, onChanged }: TemplateContext) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const dismissOffer = () =>
    run(async () => {
      const { offer } = await operations.offer({ templateId })
      if (!offer) return onChanged()
      const agreed = await confirm({
        title: `Leave out version ${offer.theirs.label} of ${offer.sourceName}?`,
        text: 'This template stays as it is. The next change of the other one is offered again.',
        confirm: 'Leave it out',
      })
      if (!agreed) return
      await operations.declineOffer({ templateId, versionId: offer.theirs.id })
      toast('The new wording is left out.')
      await onChanged()
    })
  return { busy, problem, leaveOut: dismissOffer }
}
