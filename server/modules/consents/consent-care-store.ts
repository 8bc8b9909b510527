import { and, asc, eq } from 'drizzle-orm'
import type { Discussion } from '../../../contract/consent-plan.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { consentAttestations, consentDiscussions } from './consent-schema.ts'

export type DiscussionRow = typeof consentDiscussions.$inferSelect
export type AttestationRow = typeof consentAttestations.$inferSelect

/** Keeps a conversation as the signed-in person tells it. */
export async function insertDiscussion(
  scope: ClinicScope,
  consentId: string,
  { on, ...told }: Discussion,
): Promise<void> {
  const { clinicId, staffId, now: recordedAt, actor } = scope
  await scope.tx
    .insert(consentDiscussions)
    .values({ ...told, on: new Date(on), clinicId, consentId, staffId, byName: actor.name, recordedAt })
}

/** The conversations about a consent, the first one first. */
export const discussionsOf = (scope: TenantScope, consentId: string): Promise<DiscussionRow[]> =>
  scope.tx
    .select()
    .from(consentDiscussions)
    .where(and(eq(consentDiscussions.clinicId, scope.clinicId), eq(consentDiscussions.consentId, consentId)))
    .orderBy(asc(consentDiscussions.on), asc(consentDiscussions.id))

/** Keeps who stood by, as the signed-in person writes it down; or as a colleague does who proved their own account. */
export async function insertAttestation(
  scope: ClinicScope,
  consentId: string,
  attestation: Pick<AttestationRow, 'role' | 'name' | 'capacity' | 'statement'>,
  { staffId, name: recordedBy } = { staffId: scope.staffId, name: scope.actor.name },
): Promise<void> {
  const { clinicId, now: at } = scope
  await scope.tx
    .insert(consentAttestations)
    .values({ ...attestation, clinicId, consentId, staffId, recordedBy, at })
}

type SignedAttestation = Pick<AttestationRow, 'role' | 'name' | 'capacity' | 'statement'> & {
  mark: NonNullable<AttestationRow['mark']>
  markHash: string
  contentHash: string
}

/** Keeps who signed beside whoever consents, of the same text, on the same device and with the same signature. */
export async function insertSignedAttestations(
  scope: PatientScope,
  consentId: string,
  signed: readonly SignedAttestation[],
): Promise<void> {
  const { clinicId, now: at } = scope
  for (const one of signed) {
    await scope.tx
      .insert(consentAttestations)
      .values({ ...one, clinicId, consentId, staffId: null, recordedBy: '', at })
  }
}

const attestations = preparedQuery('consent_attestations', (tx) =>
  tx
    .select()
    .from(consentAttestations)
    .where(whereOwn(consentAttestations, consentAttestations.consentId, 'consentId'))
    .orderBy(asc(consentAttestations.at), asc(consentAttestations.id)),
)

/** Who stood by at a consent, in the order they were written down. */
export const attestationsOf = (scope: TenantScope, consentId: string): Promise<AttestationRow[]> =>
  attestations(scope, { consentId })
