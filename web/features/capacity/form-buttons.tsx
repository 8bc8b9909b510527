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
        title: 'Discard your answers?',
        text: 'They are not recorded and cannot be restored.',
        confirm: 'Discard',
        cancel: 'Keep editing',
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
        Until recorded, it is kept in this tab, even after a reload, until you sign out.
      </p>
    </div>
  )
}
