import { sql } from 'drizzle-orm'
import type { ClinicScope } from '../../platform/database/transaction.ts'

/** The group whose templates the practice is shown; null where it belongs to none. Groups themselves are told of below. */
export async function findGroupName({ tx, clinicId }: ClinicScope): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select g.name from practice_group_members m join practice_groups g on g.id = m.group_id
    where m.clinic_id = ${clinicId}`)
  return rows[0]?.name ?? null
}
