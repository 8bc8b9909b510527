import { and, arrayContains, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import {
  groupAgreements,
  type GroupAgreement,
  type JoiningAgreement,
} from '../../../contract/group-agreements.ts'
import type { ClinicScope, JobScope } from '../../platform/database/transaction.ts'
import { practiceGroupMembers as members } from './practice-group-schema.ts'

/** Which column of a membership says since when each is given. */
export const agreementColumns = {
  templates: 'sharesTemplatesSince',
  figures: 'showsFiguresSince',
  fees: 'usesFeesSince',
  policies: 'showsPoliciesSince',
  branding: 'usesBrandingSince',
  'sign-on': 'usesSignOnSince',
  billing: 'billedSince',
} as const satisfies Record<GroupAgreement, string>

type Since = Record<(typeof agreementColumns)[GroupAgreement], Date | null>
export type Agreements = Since & { stoppedAgreements: GroupAgreement[] }

/** Where a practice stands with an agreement: undecided until it gives or declines it. */
type AgreementState = 'given' | 'stopped' | 'undecided'

export function agreementStateOf(member: Agreements, agreement: GroupAgreement): AgreementState {
  if (member[agreementColumns[agreement]] !== null) return 'given'
  return member.stoppedAgreements.includes(agreement) ? 'stopped' : 'undecided'
}

/** The agreements with which a practice stands so. */
export const agreementsIn = (member: Agreements, state: AgreementState): GroupAgreement[] =>
  groupAgreements.filter((agreement) => agreementStateOf(member, agreement) === state)

/** Whether the practice belongs to this group and gives it an agreement. */
export async function isGivenToGroup(
  { tx, clinicId }: JobScope,
  agreement: GroupAgreement,
  groupId: string,
): Promise<boolean> {
  const isGiven = isNotNull(members[agreementColumns[agreement]])
  const [found] = await tx
    .select({ clinicId: members.clinicId })
    .from(members)
    .where(and(eq(members.clinicId, clinicId), eq(members.groupId, groupId), isGiven))
  return found !== undefined
}

/** What its administrators are to decide. Of the bill nobody is asked before their group says that it would pay. */
export const undecidedIn = (member: Agreements): GroupAgreement[] =>
  agreementsIn(member, 'undecided').filter((agreement) => agreement !== 'billing')

/** Gives what the practice agrees to by joining, of what it was shown. */
export async function giveAgreements(
  { tx, now, clinicId }: ClinicScope,
  given: readonly JoiningAgreement[],
): Promise<void> {
  if (given.length === 0) return
  await tx
    .update(members)
    .set(Object.fromEntries(given.map((agreement) => [agreementColumns[agreement], now])))
    .where(eq(members.clinicId, clinicId))
}

/** Gives an agreement of the practice, or ends or declines it; false where it was so already. */
export async function setAgreement(
  { tx, now, clinicId }: ClinicScope,
  agreement: GroupAgreement,
  isGiven: boolean,
): Promise<boolean> {
  const since = members[agreementColumns[agreement]]
  const stopped = members.stoppedAgreements
  const isStopped = arrayContains(stopped, [agreement])
  const others = sql`array_remove(${stopped}, ${agreement})`
  const changed = await tx
    .update(members)
    .set({
      [agreementColumns[agreement]]: isGiven ? now : null,
      stoppedAgreements: isGiven ? others : sql`array_append(${others}, ${agreement})`,
    })
    .where(
      and(eq(members.clinicId, clinicId), isGiven ? isNull(since) : or(isNotNull(since), not(isStopped))),
    )
    .returning({ clinicId: members.clinicId })
  return changed.length > 0
}
