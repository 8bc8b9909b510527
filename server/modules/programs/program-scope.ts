import type { ClinicScope, ProgramScope } from '../../platform/database/transaction.ts'

/**
 * A program in the place of somebody of the practice, for the operations of people that it asks for. It has none of their
 * permissions: whatever is decided by one, such as to waive the time to think, is refused. Records name the key; where
 * the database asks for a person besides, it is the one answerable.
 */
export function actingScope(scope: ProgramScope, answerableStaffId: string): ClinicScope {
  const { keyId, actor, now } = scope
  const acting = {
    ...scope,
    audience: 'clinic',
    staffId: answerableStaffId,
    holder: { role: 'patient', level: 1, flags: {} },
    provedAt: now,
    // Favourites are looked up by whose they are; a key has none.
    actor: { ...actor, userId: keyId, staffId: answerableStaffId, email: '' },
  }
  return acting as unknown as ClinicScope
}
