import { useState, type FormEvent } from 'react'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'

export type SettingsForm = {
  errors: readonly FieldProblem[]
  busy: boolean
  problem: Problem | null
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form of settings: saved as it is typed, refused at its fields, and told when it is done. */
export function useSettingsForm(
  save: (form: FormData) => Promise<unknown>,
  onChanged: () => Promise<void>,
  saved: string,
): SettingsForm {
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function send(form: FormData): Promise<void> {
    setErrors([])
    await run(async () => {
      try {
        await save(form)
      } catch (error) {
        const { fields = [] } = error as Problem
        if (fields.length === 0) throw error
        setErrors(fields.map(({ field, message }) => ({ id: field.replaceAll('.', '-'), text: message })))
        return
      }
      await onChanged()
      toast(saved)
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
