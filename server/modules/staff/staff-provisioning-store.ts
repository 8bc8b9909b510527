import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import type { Level } from '../../../contract/permissions.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import { staff } from './staff-schema.ts'

/** The columns that a program for staff accounts may read; grants say the same. */
const columns = {
  id: staff.id,
  email: staff.email,
  firstName: staff.firstName,
  lastName: staff.lastName,
  role: staff.role,
  permissionLevel: staff.permissionLevel,
  status: staff.status,
  isOwner: staff.isOwner,
  createdAt: staff.createdAt,
  updatedAt: staff.updatedAt,
}

const own = (scope: IntegrationScope, where?: SQL) => and(eq(staff.clinicId, scope.clinicId), where)

const provisionedQuery = (scope: IntegrationScope, where?: SQL) =>
  scope.tx.select(columns).from(staff).where(own(scope, where))
export type ProvisionedStaff = Awaited<ReturnType<typeof provisionedQuery>>[number]

/** One member of staff, locked until the transaction ends. */
export async function lockProvisioned(scope: IntegrationScope, id: string): Promise<ProvisionedStaff | null> {
  const [found] = await provisionedQuery(scope, eq(staff.id, id)).for('no key update')
  return found ?? null
}

/** One page of the staff, the oldest record first; or the one who has an address. */
export async function listProvisioned(
  scope: IntegrationScope,
  { email, ids }: { email?: string | undefined; ids?: readonly string[] | undefined },
  { limit, offset }: Slice,
): Promise<{ rows: ProvisionedStaff[]; total: number }> {
  const where = and(
    email === undefined ? undefined : eq(staff.email, email),
    ids === undefined ? undefined : sql`${staff.id} = any(${`{${ids.join(',')}}`}::uuid[])`,
  )
  const rows = await provisionedQuery(scope, where)
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(limit)
    .offset(offset)
  const [all] = await scope.tx.select({ total: count() }).from(staff).where(own(scope, where))
  return { rows, total: all!.total }
}

type Joiner = { email: string; firstName: string; lastName: string; level: Level; isActive: boolean }

/**
 * Puts somebody on the staff who has no account yet: their first sign-in makes it. Null when the address is there. The
 * columns are named, for a program may write no others.
 */
export async function insertJoiner(scope: IntegrationScope, joiner: Joiner): Promise<string | null> {
  const { email, firstName, lastName, level, isActive } = joiner
  const status = isActive ? 'active' : 'inactive'
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    insert into staff (clinic_id, email, first_name, last_name, permission_level, status, created_at, updated_at)
    values (${scope.clinicId}, ${email}, ${firstName}, ${lastName}, ${level}, ${status}, ${scope.now}, ${scope.now})
    on conflict (clinic_id, email) do nothing returning id`)
  return rows[0]?.id ?? null
}

type ProvisionedChange = Partial<
  Pick<ProvisionedStaff, 'firstName' | 'lastName' | 'status' | 'permissionLevel'>
>

/** Changes a member of staff as a program for staff accounts may. */
export async function updateProvisioned(
  scope: IntegrationScope,
  id: string,
  change: ProvisionedChange,
): Promise<ProvisionedStaff> {
  const [changed] = await scope.tx
    .update(staff)
    .set({ ...change, updatedAt: scope.now })
    .where(own(scope, eq(staff.id, id)))
    .returning(columns)
  return changed!
}
