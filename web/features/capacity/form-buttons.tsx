import { useConfirm } from '../../ui/alert-provider.tsx'
import { Button } from '../../ui/plain/button.tsx'

type FormButtonsProps = { record: string; busy: boolean; isBegun: boolean; onCancel: () => void }

/** Records a form, or lets go of what was filled in, which is asked once: it may be half an hour's work. */
export function FormButtons({ record, busy, isBegun, onCancel }: FormButtonsProps) {
  const confirm = useConfirm()
  async function cancel() {
    const isSure =
      !isBegun ||
      (await confirm({
        title: 'Discard what you filled in?',
        text: 'It is not on record, and cannot be brought back.',
        confirm: 'Discard',
        cancel: 'Go on filling it in',
        danger: true,
      }))
    if (isSure) onCancel()
  }
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {record}
        </Button>
        <Button variant="quiet" onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
      <p className="mt-2 text-small text-muted">
        Until you record it, it stays in this tab, also over a reload. It goes when you sign out.
      </p>
    </div>
  )
}
