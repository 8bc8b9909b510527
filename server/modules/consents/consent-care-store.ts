import { asc } from 'drizzle-orm'
import type { Discussion } from '../../../contract/consent-plan.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import { openRows, sealRow, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { consentAttestations, consentDiscussions } from './consent-schema.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import { consentOf, type RelatedInsert } from './related-insert.ts'

export type DiscussionRow = Opened<typeof consentDiscussions.$inferSelect>
export type AttestationRow = typeof consentAttestations.$inferSelect

/** Keeps a conversation as the signed-in person tells it. */
export async function insertDiscussion(
  scope: ClinicScope,
  consentId: string,
  { on, ...told }: Discussion,
): Promise<void> {
  const { clinicId, staffId, now: recordedAt, actor } = scope
  const by = { clinicId, consentId, staffId, byName: actor.name, recordedAt }
  const row = { ...told, ...by, on: new Date(on), noteLength: told.note.length }
  await scope.tx.insert(consentDiscussions).values(sealRow(scope, consentDiscussions, row))
}

const discussions = preparedQuery('consent_discussions', (tx) =>
  tx
    .select()
    .from(consentDiscussions)
    .where(whereOwn(consentDiscussions, consentDiscussions.consentId, 'consentId'))
    .orderBy(asc(consentDiscussions.on), asc(consentDiscussions.id)),
)

/** The conversations about a consent, the first one first. */
export const discussionsOf = async (scope: TenantScope, consentId: string): Promise<DiscussionRow[]> =>
  openRows(scope, consentDiscussions, await discussions(scope, { consentId }))

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

export type SignedAttestation = Pick<AttestationRow, 'role' | 'name' | 'capacity' | 'statement'> & {
  mark: NonNullable<AttestationRow['mark']>
  markHash: string
  contentHash: string
}

/** Keeps, right after a signature, who signed beside it: of the same text, on the same device; in order. */
export function signedAttestationsInsert(
  { tx, clinicId, now: at }: PatientScope,
  { inserted, consentId: ofSignature }: { inserted: RelatedInsert; consentId: string },
  signed: readonly SignedAttestation[],
): RelatedInsert {
  const consentId = isSpread(tx) ? ofSignature : consentOf(inserted)
  const rows = signed.map((one) => ({ ...one, clinicId, consentId, staffId: null, recordedBy: '', at }))
  return tx
    .$with('attested')
    .as(tx.insert(consentAttestations).values(rows).returning({ consentId: consentAttestations.consentId }))
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
