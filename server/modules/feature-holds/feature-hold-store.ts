import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Feature } from '../../../contract/features.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { featureHolds } from './feature-hold-schema.ts'

type HeldFeature = { feature: Feature; clinicId: string | null }
export type HoldRecord = typeof featureHolds.$inferSelect & { clinicName: string | null }

/** Everything that is off, by feature, for all clinics first. */
export async function listHolds({ tx }: AdminScope): Promise<HoldRecord[]> {
  const rows = await tx
    .select({ hold: featureHolds, clinicName: clinics.name })
    .from(featureHolds)
    .leftJoin(clinics, eq(clinics.id, featureHolds.forClinic))
    .orderBy(asc(featureHolds.feature), asc(clinics.name))
  return rows.map(({ hold, clinicName }) => ({ ...hold, clinicName }))
}

/** Whether there is such a clinic. */
export async function clinicExists({ tx }: AdminScope, clinicId: string): Promise<boolean> {
  return (await tx.select({ id: clinics.id }).from(clinics).where(eq(clinics.id, clinicId))).length > 0
}

/** Switches a feature off; false where it is off already. */
export async function insertHold(
  { tx, now, actor }: AdminScope,
  { feature, clinicId, reason }: HeldFeature & { reason: string },
): Promise<boolean> {
  const kept = await tx
    .insert(featureHolds)
    .values({ feature, forClinic: clinicId, reason, since: now, byName: actor.name })
    .onConflictDoNothing()
    .returning({ id: featureHolds.id })
  return kept.length > 0
}

/** Switches it on again; false where it was not off for just these. */
export async function deleteHold({ tx }: AdminScope, { feature, clinicId }: HeldFeature): Promise<boolean> {
  const whose = clinicId ? eq(featureHolds.forClinic, clinicId) : isNull(featureHolds.forClinic)
  const gone = await tx
    .delete(featureHolds)
    .where(and(eq(featureHolds.feature, feature), whose))
    .returning({ id: featureHolds.id })
  return gone.length > 0
}

/** What is off for the caller's clinic: policies show it no other's. */
export async function listHeldFeatures({ tx }: ClinicScope): Promise<Feature[]> {
  const rows = await tx.selectDistinct({ feature: featureHolds.feature }).from(featureHolds)
  return rows.map(({ feature }) => feature as Feature)
}

/** All that is off, for whoever decides before a transaction begins; as the bare login. */
export function loadAllHolds(database: Database): Promise<HeldFeature[]> {
  return database.borrow(async (client) => {
    const { rows } = await client.query<HeldFeature>(
      'select feature, for_clinic as "clinicId" from feature_holds',
    )
    return rows
  })
}
