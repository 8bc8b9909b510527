import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { GroupAgreement } from '../../../contract/practice-groups.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { practiceGroupMembers as members } from './practice-group-schema.ts'

const columns = {
  fees: 'usesFeesSince',
  policies: 'showsPoliciesSince',
  branding: 'usesBrandingSince',
} as const satisfies Record<GroupAgreement, string>

type Agreements = Record<(typeof columns)[GroupAgreement], Date | null>

/** What a practice agreed to. */
export const agreementsOf = (member: Agreements): GroupAgreement[] =>
  (Object.keys(columns) as GroupAgreement[]).filter((agreement) => member[columns[agreement]] !== null)

/** Gives or ends an agreement of the practice; false where it was so already. */
export async function setAgreement(
  { tx, now, clinicId }: ClinicScope,
  agreement: GroupAgreement,
  isGiven: boolean,
): Promise<boolean> {
  const column = columns[agreement]
  const changed = await tx
    .update(members)
    .set({ [column]: isGiven ? now : null })
    .where(and(eq(members.clinicId, clinicId), (isGiven ? isNull : isNotNull)(members[column])))
    .returning({ clinicId: members.clinicId })
  return changed.length > 0
}
