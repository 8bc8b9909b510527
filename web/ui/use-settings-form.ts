import { useState, type FormEvent } from 'react'
import { submittedDraftCleanup } from './plain/form-draft.ts'
import type { FieldProblem } from './plain/error-summary.tsx'
import { useToast } from './toast.tsx'
import { validationFailed, useTask, type Problem } from './use-task.ts'

export type SettingsForm = {
  errors: readonly FieldProblem[]
  busy: boolean
  problem: Problem | null
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form of settings: says what is wrong with what was typed, or saves it; refused at its fields, and told when it is done. */
export function useSettingsForm(
  read: (form: FormData) => FieldProblem[] | (() => Promise<unknown>),
  onChanged: () => Promise<void>,
  saved: string,
): SettingsForm {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run, clear } = useTask()
  const toast = useToast()

  async function send(form: FormData): Promise<void> {
    const found = read(form)
    setErrors(Array.isArray(found) ? found : [])
    if (Array.isArray(found)) return clear()
    const forgetDraft = submittedDraftCleanup()
    await run(async () => {
      try {
        await found()
      } catch (error) {
        const { fields = [] } = error as Problem
        if (fields.length === 0) throw error
        setErrors(fields.map(({ field, message }) => ({ id: field.replaceAll('.', '-'), text: message })))
        return validationFailed
      }
      // Now: what is loaded anew may begin the form again, which would find the draft of what was just saved.
      forgetDraft?.()
      await onChanged()
      toast(saved)
      return undefined
    })
  }
  return {
    errors,
    busy,
    problem,
    submit(event) {
      event.preventDefault()
      void send(new FormData(event.currentTarget))
    },
  }
}
