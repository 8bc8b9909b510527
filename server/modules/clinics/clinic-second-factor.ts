import { second_factor_grace_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicRecord } from './clinic-store.ts'

type SecondFactorColumns = Pick<
  ClinicRecord,
  'requiresSecondFactor' | 'secondFactorFrom' | 'secondFactorOptOut'
>

/** What a new practice asks of its people, who have until then to set one up. */
export const newPracticeSecondFactor = (now: Date): SecondFactorColumns => ({
  requiresSecondFactor: true,
  secondFactorFrom: new Date(now.getTime() + second_factor_grace_days * day_ms),
  secondFactorOptOut: null,
})

type Decision = { isRequired: boolean; reason: string | undefined; byName: string; now: Date }

/**
 * What becomes of it when somebody saves the settings. Switched on, it is asked for at once; switched off, the practice
 * says why, which stays with the name and the day. What is not changed stays as it was, also where nobody ever decided.
 */
export function decideSecondFactor(
  before: SecondFactorColumns,
  { isRequired, reason, byName, now }: Decision,
): Partial<SecondFactorColumns> | 'reason-missing' {
  if (isRequired === before.requiresSecondFactor) return {}
  if (isRequired) return { secondFactorFrom: null, secondFactorOptOut: null }
  if (!reason) return 'reason-missing'
  return { secondFactorFrom: null, secondFactorOptOut: { reason, byName, at: now.toISOString() } }
}
