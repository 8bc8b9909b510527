import { sql } from 'drizzle-orm'
import type { GroupUse } from '../../../contract/practice-groups.ts'
import type { ClinicScope, GroupScope } from '../../platform/database/transaction.ts'

/** The group whose templates the practice is shown; null where it belongs to none. Groups themselves are told of below. */
export async function findGroupName({ tx, clinicId }: ClinicScope): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select g.name from practice_group_members m join practice_groups g on g.id = m.group_id
    where m.clinic_id = ${clinicId}`)
  return rows[0]?.name ?? null
}

/** An agreement of practices with their group: the column that says since when. */
type AgreedSince =
  'shares_templates_since' | 'uses_fees_since' | 'shows_policies_since' | 'uses_branding_since'

/** The group's practices by name, as far as they gave an agreement. */
export async function groupUseOf({ tx }: GroupScope, since: AgreedSince): Promise<GroupUse> {
  const { rows } = await tx.execute<{ name: string; isAgreed: boolean }>(sql`
    select c.name, ${sql.identifier(since)} is not null as "isAgreed"
    from practice_group_members m join clinics c on c.id = m.clinic_id
    order by lower(c.name), c.id`)
  return groupUseIn(rows)
}

/** The same of practices that were read already. */
export function groupUseIn(practices: readonly { name: string; isAgreed: boolean }[]): GroupUse {
  const others = practices.filter(({ isAgreed }) => !isAgreed).map(({ name }) => name)
  return { practices: practices.length, agreed: practices.length - others.length, others }
}
