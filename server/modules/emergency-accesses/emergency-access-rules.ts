import type { EmergencyAccess } from '../../../contract/emergency-accesses.ts'
import { emergency_access_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { emergencyAccesses } from './emergency-access-schema.ts'

export type AccessRecord = typeof emergencyAccesses.$inferSelect

/** Until when an access that begins now is good. */
export const accessExpiry = (now: Date): Date =>
  new Date(now.getTime() + emergency_access_minutes * minute_ms)

/** Whether an access is good at this moment: neither ended nor over. */
export const isAccessActive = (
  { endedAt, untilAt }: Pick<AccessRecord, 'endedAt' | 'untilAt'>,
  now: Date,
): boolean => endedAt === null && untilAt > now

/** An access as the platform and the practice see it: the same to both. */
export function accessView(access: AccessRecord): EmergencyAccess {
  const { id, consentId, adminName, reason, words, ticket, fromAt, untilAt, endedAt } = access
  return {
    ...{ id, consentId, by: adminName, reason, words, ticket },
    from: fromAt.toISOString(),
    until: untilAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
