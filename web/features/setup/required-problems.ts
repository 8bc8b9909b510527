import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

/** What to say of each field that was left empty. */
export const requiredProblems = (
  fields: readonly [typed: string, id: string, text: string][],
): FieldProblem[] => fields.filter(([typed]) => typed === '').map(([, id, text]) => ({ id, text }))
