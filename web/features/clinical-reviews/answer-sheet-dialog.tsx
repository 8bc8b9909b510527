import type { ClinicalReviewPage } from '../../../contract/clinical-reviews.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fileContent } from '../../ui/file-content.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type AnswerSheetDialogProps = {
  /** The template whose answers are expected; any without. */
  templateId?: string | undefined
  onImported: (page: ClinicalReviewPage) => Promise<void> | void
  onClose: () => void
}

const importedText = ({ name, version, state, disagreements }: ClinicalReviewPage): string =>
  state === 'signed'
    ? `Version ${version} of ${name} is signed.`
    : `Answers about ${name} imported. ${disagreements} disagreed with.`

/** Imports what a reviewer sent back: all of it, or nothing, and then it says why. */
export function AnswerSheetDialog({ templateId, onImported, onClose }: AnswerSheetDialogProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const send = ([file]: File[]) =>
    run(async () => {
      const content = await fileContent(file!)
      const page = await api.clinicalReviews.importAnswers({ content, ...(templateId && { templateId }) })
      onClose()
      toast(importedText(page))
      await onImported(page)
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Import answer sheet"
      description="The CSV file that the reviewer filled in. Nothing is imported unless every item is answered."
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <FileField
        label="Choose the answer sheet, or drop it here"
        hint="A CSV file. Save a spreadsheet as CSV first."
        accept=".csv,.txt"
        single
        busy={busy}
        onFiles={(files) => void send(files)}
      />
      <ProblemMessage problem={problem} className="mt-4" />
    </Dialog>
  )
}
