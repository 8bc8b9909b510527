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
      <p>Choose which parts to add to this template. Your own changes are kept.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink href={acting.paths.editWithOffer(id)}>Review the changes</ButtonLink>
        <Button variant="quiet" busy={busy} onClick={() => void leaveOut()}>
          Skip
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </InlineMessage>
  )
}

/** Leaves the wording out that is available now, after one question. */
function useOfferDismissal(templateId: string, { operations, onChanged }: TemplateContext) {
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const dismissOffer = () =>
    run(async () => {
      const { offer } = await operations.offer({ templateId })
      if (!offer) return onChanged()
      const agreed = await confirm({
        title: `Skip version ${offer.theirs.label} of ${offer.sourceName}?`,
        text: 'This template does not change. Later changes to the other one are offered again.',
        confirm: 'Skip',
      })
      if (!agreed) return
      await operations.declineOffer({ templateId, versionId: offer.theirs.id })
      toast('New wording skipped.')
      await onChanged()
    })
  return { busy, problem, leaveOut: dismissOffer }
}
