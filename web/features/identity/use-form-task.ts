import { useState } from 'react'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { validationFailed, useTask } from '../../ui/use-task.ts'
import { toFormErrors, signInProblemText } from './sign-in-problem.ts'
import { loadSignInMethodsFrom } from './sign-in-methods.ts'

/** Sends a form once at a time; what is missing and what is refused stand in one list, for the summary and the fields. */
export function useFormTask(fieldOf: Record<string, string> = {}, textOf?: (error: unknown) => string) {
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const { busy, run } = useTask()

  /** With something missing it only says so; `onRefused` may take a failure over by answering true. */
  async function send(
    missing: FieldProblem[],
    work: () => Promise<unknown>,
    onRefused: (error: unknown) => boolean = () => false,
  ): Promise<void> {
    if (busy) return
    setProblems(missing)
    if (missing.length > 0) return
    await run(async () => {
      try {
        return await work()
      } catch (error) {
        loadSignInMethodsFrom(error)
        if (!onRefused(error)) setProblems(toFormErrors(error, fieldOf, textOf))
        return validationFailed
      }
    })
  }
  return { busy, problems, send }
}

/** The same in the words for signing in, registering and setting a password. */
export const useSignInTask = (fieldOf: Record<string, string>) => useFormTask(fieldOf, signInProblemText)

/** A fault where something is missing or wrong. */
export const fieldErrorWhere = (wrong: boolean, id: string, text: string): FieldProblem[] =>
  wrong ? [{ id, text }] : []

/** What a form holds of a field, without blanks around it; a password keeps them. */
export const trimmedFieldValue = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  const text = typeof value === 'string' ? value : ''
  return name.toLowerCase().includes('password') ? text : text.trim()
}
