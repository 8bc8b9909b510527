import type { EmergencyReason } from '../../../contract/emergency-accesses.ts'
import { emergency_reason_length_min } from '../../../contract/limits.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { reasonWords } from './access-words.ts'

const isReason = (value: string): value is EmergencyReason => value in reasonWords

type AccessReasonForm = { reason: EmergencyReason; words: string; ticket: string }

/** What was typed, or what is wrong with it. */
export function parseAccessReason(typed: FormData): FieldProblem[] | AccessReasonForm {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  const [reason, words, ticket] = [text('access-reason'), text('access-words'), text('access-ticket')]
  const errors: FieldProblem[] = []
  if (!isReason(reason)) errors.push({ id: 'access-reason', text: 'Choose a reason' })
  if (words.length < emergency_reason_length_min)
    errors.push({
      id: 'access-words',
      text: `Enter at least ${emergency_reason_length_min} characters about why`,
    })
  return isReason(reason) && errors.length === 0 ? { reason, words, ticket } : errors
}
