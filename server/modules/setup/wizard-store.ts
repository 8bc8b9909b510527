import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { JobScope, PlatformScope } from '../../platform/database/transaction.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

export type FirstPractice = {
  id: string
  name: string
  address: string
  nation: Nation
  administrator: { staffId: string; name: string; email: string; isRegistered: boolean }
}

/** A practice with whoever was put on its staff first as an administrator; null for one without. */
export async function findPractice(scope: JobScope): Promise<FirstPractice | null> {
  const { id, name, address, nation } = clinics
  const [clinic] = await scope.tx
    .select({ id, name, address, nation })
    .from(clinics)
    .where(eq(clinics.id, scope.clinicId))
  const [first] = await scope.tx
    .select()
    .from(staff)
    .where(and(eq(staff.clinicId, scope.clinicId), eq(staff.role, 'clinic_admin')))
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(1)
  if (!clinic || !first) return null
  const { id: staffId, firstName, lastName, email, registered: isRegistered } = first
  return { ...clinic, administrator: { staffId, name: `${firstName} ${lastName}`, email, isRegistered } }
}

/** How many templates every practice may use. */
export async function countOfferedTemplates({ tx }: PlatformScope): Promise<number> {
  const offered = and(
    isNull(templates.ownerClinicId),
    eq(templates.offeredToAll, true),
    eq(templates.status, 'active'),
    isNull(templates.deletedAt),
  )
  const [counted] = await tx.select({ total: count() }).from(templates).where(offered)
  return counted!.total
}
