import { dayText } from '../../ui/plain/date-text.ts'

type SecondFactorFacts = {
  requiresSecondFactor: boolean
  secondFactorFrom: string | null
  isSecondFactorDeclined: boolean
}

/** What a practice asks of its staff at sign-in. */
export function secondFactorText(
  { requiresSecondFactor, secondFactorFrom: from, isSecondFactorDeclined }: SecondFactorFacts,
  now: Date,
): string {
  if (!requiresSecondFactor) return isSecondFactorDeclined ? 'Not required (reason recorded)' : 'Not required'
  return from && new Date(from) > now
    ? `Required for all staff from ${dayText(from)}`
    : 'Required for all staff'
}
