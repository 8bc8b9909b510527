import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Button } from './plain/button.tsx'
import { ErrorSummary, type FieldProblem } from './plain/error-summary.tsx'
import { ProblemMessage } from './plain/problem-message.tsx'
import { useTask } from './use-task.ts'
import { Form } from './form.tsx'
import { forgetDraft } from './plain/form-draft.ts'

type FormDialogProps = {
  title: ReactNode
  /** What will happen. */
  text: string
  confirm: string
  /** The id of what it is about, where one page opens it for several: text typed for one is never offered for another. */
  about?: string | undefined
  /** Whether the main button ends something that cannot be taken back. */
  danger?: boolean | undefined
  /** What is wrong with what was typed; or what to do with it. */
  read: (typed: FormData) => FieldProblem[] | (() => Promise<unknown>)
  /** What follows the work where the dialog does not close: what it made is shown in its place. */
  onDone?: (() => void) | undefined
  onClose: () => void
  children: (errors: readonly FieldProblem[]) => ReactNode
}

/** A short form in a dialog: reads what was typed, says what is wrong with it, or does its work and closes. */
export function FormDialog({
  title,
  text,
  confirm,
  about = '',
  danger,
  read,
  onClose,
  onDone = onClose,
  children,
}: FormDialogProps) {
  const id = useId()
  const draft = `${text} ${confirm} ${about}`
  function cancel() {
    forgetDraft(draft)
    onClose()
  }
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = read(new FormData(event.currentTarget))
    setErrors(Array.isArray(found) ? found : [])
    if (!Array.isArray(found) && (await run(found))) onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={title}
      description={text}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form draft={draft} id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <ErrorSummary errors={errors} className="" />
        {children(errors)}
        <ProblemMessage problem={problem} />
      </Form>
    </Dialog>
  )
}
