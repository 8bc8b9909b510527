import type { StaffByEmail } from '../identity/index.ts'

/** What the link of an invitation or of a begun registration carries. */
export type RegistrationProof =
  | { as: 'staff'; email: string }
  | { as: 'practice'; email: string }
  /** An invitation: one record, as it was invited then; a later invitation makes this one worthless. */
  | { as: 'invitation'; email: string; clinicId: string; staffId: string; invitedAt: string }

export type RegistrationRefusal =
  'not-authorised-to-register' | 'email-already-in-use' | 'invalid-action-code'

const mayRegister = ({ status, clinicStatus, registered }: StaffByEmail): boolean =>
  status === 'active' && clinicStatus === 'active' && !registered

/** The instant as a proof carries it; '' for a record that nobody invited. */
export const invitedAtText = (invitedAt: Date | null): string => invitedAt?.toISOString() ?? ''

/**
 * The staff record that somebody with a proved address may register for, or why there is none. Only records count that
 * are active, in an active clinic, and not registered yet (specification section 5, 'Registration').
 */
export function recordFor(
  proof: RegistrationProof,
  records: readonly StaffByEmail[],
): StaffByEmail | RegistrationRefusal {
  if (proof.as === 'practice') return 'not-authorised-to-register'
  const open = records.filter(mayRegister)
  // The newest come first. Where several practices name the address, the first to do so is taken: a later one cannot put
  // itself in its place, and is accepted by the link of its own invitation.
  if (proof.as === 'staff') return open.at(-1) ?? 'not-authorised-to-register'
  const { clinicId, staffId, invitedAt } = proof
  const invited = open.find((record) => record.clinicId === clinicId && record.staffId === staffId)
  if (!invited) return 'not-authorised-to-register'
  return invitedAtText(invited.invitedAt) === invitedAt ? invited : 'invalid-action-code'
}
