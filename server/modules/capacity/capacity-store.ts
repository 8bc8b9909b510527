import { and, asc, desc, eq } from 'drizzle-orm'
import { signingRefusal, type CapacityStatus, type SigningRefusal } from '../../../contract/capacity-rules.ts'
import { preparedQuery, whereOwn, whereOwnIn } from '../../platform/database/prepared-query.ts'
import { openRow, openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent } from '../consents/index.ts'
import {
  capacityAssessmentDetails,
  capacityHash,
  capacityDecisionDetails,
  wasAnybodyConsulted,
  type CapacityAssessment,
  type CapacityDecision,
  type CapacityRecords,
} from './capacity-record.ts'
import { capacityAssessments, capacityDecisions } from './capacity-schema.ts'

const assessmentsQuery = preparedQuery('capacity_assessments', (tx) =>
  tx
    .select()
    .from(capacityAssessments)
    .where(whereOwnIn(capacityAssessments, capacityAssessments.consentId, 'consentIds'))
    .orderBy(asc(capacityAssessments.number)),
)
const decisionsQuery = preparedQuery('capacity_decisions', (tx) =>
  tx
    .select()
    .from(capacityDecisions)
    .where(whereOwnIn(capacityDecisions, capacityDecisions.consentId, 'consentIds'))
    .orderBy(asc(capacityDecisions.number)),
)

/** All that was found and decided about the patients of these consents: of each, in order. */
export async function capacityOfConsents(
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<(consentId: string) => CapacityRecords> {
  // Asked together, they are sent together.
  const found = await Promise.all([
    assessmentsQuery(scope, { consentIds }),
    decisionsQuery(scope, { consentIds }),
  ])
  const assessments = openRows(scope, capacityAssessments, found[0])
  const decisions = openRows(scope, capacityDecisions, found[1])
  return (consentId) => ({
    assessments: assessments.filter((row) => row.consentId === consentId),
    decisions: decisions.filter((row) => row.consentId === consentId),
  })
}

/** What the chain names them by, which is all that a patient's side may read of them. */
export type CapacityFingerprint = Pick<CapacityAssessment, 'consentId' | 'number' | 'hash'>

const fingerprintsIn = (name: string, table: typeof capacityAssessments | typeof capacityDecisions) =>
  preparedQuery<CapacityFingerprint[]>(name, (tx) =>
    tx
      .select({ consentId: table.consentId, number: table.number, hash: table.hash })
      .from(table)
      .where(whereOwnIn(table, table.consentId, 'consentIds'))
      .orderBy(asc(table.number)),
  )
const assessmentFingerprints = fingerprintsIn('capacity_assessment_marks', capacityAssessments)
const decisionFingerprints = fingerprintsIn('capacity_decision_marks', capacityDecisions)

/** That of all that was found and decided about the patients of these consents. */
export async function capacityFingerprintsOf(scope: TenantScope, consentIds: readonly string[]) {
  const [assessments, decisions] = await Promise.all(
    [assessmentFingerprints, decisionFingerprints].map(async (marksOf) =>
      Map.groupBy(await marksOf(scope, { consentIds }), ({ consentId }) => consentId),
    ),
  )
  return (consentId: string) => ({
    assessments: assessments!.get(consentId) ?? [],
    decisions: decisions!.get(consentId) ?? [],
  })
}

/** The same of one consent. */
export const capacityOf = async (scope: TenantScope, consentId: string): Promise<CapacityRecords> =>
  (await capacityOfConsents(scope, [consentId]))(consentId)

/** The newest assessment of a consent, by its id; null where there is none. */
export async function newestAssessmentOf(scope: StaffScope, consentId: string): Promise<string | null> {
  const [newest] = await scope.tx
    .select({ id: capacityAssessments.id })
    .from(capacityAssessments)
    .where(
      and(eq(capacityAssessments.clinicId, scope.clinicId), eq(capacityAssessments.consentId, consentId)),
    )
    .orderBy(desc(capacityAssessments.number))
    .limit(1)
  return newest?.id ?? null
}

const { form, result } = capacityAssessments
const currentStandingQuery = preparedQuery('capacity_standing', (tx) =>
  tx
    .select({ form, result })
    .from(capacityAssessments)
    .where(whereOwn(capacityAssessments, capacityAssessments.consentId, 'consentId'))
    .orderBy(desc(capacityAssessments.number))
    .limit(1),
)

/** What the newest assessment says, in as few columns as a patient's side may read; null where there is none. */
const currentStandingOf = async (scope: TenantScope, consentId: string): Promise<CapacityStatus> =>
  (await currentStandingQuery(scope, { consentId }))[0] ?? null

/** Why this person may not sign a locked consent, or agree to it by word of mouth; null when nothing was found against it. */
export const capacityRefusal = async (
  scope: TenantScope,
  consentId: string,
  signerRole: string,
): Promise<SigningRefusal | null> => signingRefusal(await currentStandingOf(scope, consentId), signerRole)

type NewCapacityRow<Row> = Omit<
  Row,
  'clinicId' | 'id' | 'hash' | 'staffId' | 'byName' | 'recordedAt' | 'wasConsulted'
>

const recordedBy = ({ clinicId, staffId, actor, now }: ClinicScope) => ({
  ...{ clinicId, staffId },
  byName: actor.name,
  recordedAt: now,
})

/** Keeps an assessment of the patient of a locked consent, and says so in its chain. */
export async function insertAssessment(
  scope: ClinicScope,
  found: NewCapacityRow<CapacityAssessment>,
): Promise<void> {
  const row = { ...found, ...recordedBy(scope) }
  const [made] = await scope.tx
    .insert(capacityAssessments)
    .values(sealRow(scope, capacityAssessments, { ...row, hash: capacityHash(row) }))
    .returning()
  const kept = openRow(scope, capacityAssessments, made!)
  await appendEvent(scope, found.consentId, 'capacity.assessed', capacityAssessmentDetails(kept))
}

/** Keeps what was decided for the patient of a locked consent, and says so in its chain. */
export async function insertDecision(
  scope: ClinicScope,
  decided: NewCapacityRow<CapacityDecision>,
): Promise<CapacityDecision> {
  const row = { ...decided, ...recordedBy(scope), wasConsulted: wasAnybodyConsulted(decided.answers) }
  const [made] = await scope.tx
    .insert(capacityDecisions)
    .values(sealRow(scope, capacityDecisions, { ...row, hash: capacityHash(row) }))
    .returning()
  const kept = openRow(scope, capacityDecisions, made!)
  await appendEvent(scope, decided.consentId, 'capacity.decided', capacityDecisionDetails(kept))
  return kept
}
