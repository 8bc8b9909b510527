import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { adoptedToast, adoptDialogTitle, type Adopter, type AdoptionTarget } from './adoption-words.ts'

type AdoptDialogProps = {
  adopting: AdoptionTarget
  adopter: Adopter
  /** What the screen shows is loaded anew. */
  onAdopted: () => Promise<void>
  onClose: () => void
}

/** Says exactly what adopting means and in whose name, and asks once. */
export function AdoptDialog({ adopting, adopter, onAdopted, onClose }: AdoptDialogProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const names = 'templates' in adopting && adopting.templates.length > 1 ? adopting.templates : []

  async function adopt() {
    const which =
      'templates' in adopting
        ? { templateIds: adopting.templates.map(({ templateId }) => templateId) }
        : { treatmentType: adopting.treatmentType }
    const done = await run(async () => {
      const { adopted } = await api.adoptions.adopt(which)
      await onAdopted()
      toast(adoptedToast(adopted))
    })
    if (done) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={<span dir="auto">{adoptDialogTitle(adopting)}</span>}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void adopt()}>
            Adopt as {adopter.name}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p>
          You adopt this wording for your practice as <strong dir="auto">{adopter.name}</strong>, GDC{' '}
          {adopter.gdcNumber}. By adopting it you confirm that:
        </p>
        <ul className="list-disc space-y-1 ps-5">
          <li>you have read the current version;</li>
          <li>it fits how your practice works;</li>
          <li>you are responsible for it as a registered clinician.</li>
        </ul>
        <p>
          Your colleagues can then send it without confirming it for each patient. Each consent and its PDF
          say that you adopted the wording, and when. If the wording changes in substance, it must be adopted
          again. You can withdraw an adoption; consents already sent keep what they say.
        </p>
        {names.length > 0 && (
          <ul aria-label="Templates to adopt" className="list-disc ps-5 text-muted">
            {names.map(({ templateId, name }) => (
              <li key={templateId} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
