import { desc } from 'drizzle-orm'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import { openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type {
  ClinicScope,
  PatientScope,
  StaffScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { jurisdictionOf } from '../clinics/index.ts'
import { appendEvent, attestationsOf } from '../consents/index.ts'
import { findPatient, patientName } from '../patients/index.ts'
import {
  awaitedSigners,
  decisionDetails,
  decisionHash,
  patientAgeGroup,
  currentDecision,
  eligibleSigners,
  type DecisionRow,
  type NewDecision,
  type Signer,
} from './authority-decision-rules.ts'
import { authorityDecisions } from './authority-schema.ts'

const decisions = preparedQuery('authority_decisions', (tx) =>
  tx
    .select()
    .from(authorityDecisions)
    .where(whereOwnIn(authorityDecisions, authorityDecisions.consentId, 'consentIds'))
    .orderBy(desc(authorityDecisions.number)),
)

/** What was decided about who may sign these consents, newest first. */
export const decisionsOfConsents = async (
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<DecisionRow[]> => openRows(scope, authorityDecisions, await decisions(scope, { consentIds }))

/** The same of one consent. */
export const decisionsOf = (scope: TenantScope, consentId: string): Promise<DecisionRow[]> =>
  decisionsOfConsents(scope, [consentId])

/** Adds a decision behind those of a locked consent and says so in its chain. */
export async function insertDecision(
  scope: ClinicScope,
  written: NewDecision,
  before: readonly DecisionRow[],
): Promise<void> {
  const { clinicId, staffId, now: at } = scope
  const numbered = { ...written, number: before.length + 1 }
  const row = { ...numbered, hash: decisionHash(numbered) }
  await scope.tx
    .insert(authorityDecisions)
    .values(sealRow(scope, authorityDecisions, { ...row, clinicId, staffId, at }))
  await appendEvent(scope, written.consentId, 'authority.decided', decisionDetails(row))
}

type ConsentKey = { id: string; patientId: string }

/** Who may sign a consent at that moment, and who has to sign beside them. */
export async function findSigningRights(
  scope: StaffScope | PatientScope,
  { id, patientId }: ConsentKey,
  at: Date = scope.now,
): Promise<{ signers: Signer[]; asked: CosignerRole[] }> {
  const [found, decisions, { nation, timeZone }] = await Promise.all([
    findPatient(scope, patientId),
    decisionsOf(scope, id),
    jurisdictionOf(scope),
  ])
  const [patient, decision] = [found!, currentDecision(decisions)]
  const day = dateInTimeZone(at, timeZone)
  const group = patientAgeGroup(patient.dateOfBirth, nation, day)
  const { guardians } = patient
  const signers = eligibleSigners(day, {
    patient: { name: patientName(patient), guardians },
    group,
    decision,
  })
  return { signers, asked: decision?.asked ?? [] }
}

/** Who was asked to sign beside the signer and neither did nor is on record as having stood by. */
export async function awaitedCosigners(scope: TenantScope, consentId: string): Promise<CosignerRole[]> {
  const decision = currentDecision(await decisionsOf(scope, consentId))
  return decision ? awaitedSigners(decision.asked, await attestationsOf(scope, consentId)) : []
}
