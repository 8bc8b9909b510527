import { desc } from 'drizzle-orm'
import { dayIn } from '../../../contract/calendar-day.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { areOwn, keptQuery } from '../../platform/database/kept-query.ts'
import type {
  ClinicScope,
  PatientScope,
  StaffSide,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { lawOf } from '../clinics/index.ts'
import { appendEvent, attestationsOf } from '../consents/index.ts'
import { findPatient, patientName } from '../patients/index.ts'
import {
  awaited,
  decisionDetails,
  decisionHash,
  groupOf,
  holding,
  signersOn,
  type DecisionRow,
  type NewDecision,
  type Signer,
} from './authority-decision-rules.ts'
import { authorityDecisions } from './authority-schema.ts'

const decisions = keptQuery('authority_decisions', (tx) =>
  tx
    .select()
    .from(authorityDecisions)
    .where(areOwn(authorityDecisions, authorityDecisions.consentId, 'consentIds'))
    .orderBy(desc(authorityDecisions.number)),
)

/** What was decided about who may sign these consents, newest first. */
export const decisionsOfConsents = (
  scope: TenantScope,
  consentIds: readonly string[],
): Promise<DecisionRow[]> => decisions(scope, { consentIds })

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
  await scope.tx.insert(authorityDecisions).values({ ...row, clinicId, staffId, at })
  await appendEvent(scope, written.consentId, 'authority.decided', decisionDetails(row))
}

type Whose = { id: string; patientId: string }

/** Who may sign a consent at that moment, and who has to sign beside them. */
export async function signingRightsOf(
  scope: StaffSide | PatientScope,
  { id, patientId }: Whose,
  at: Date = scope.now,
): Promise<{ signers: Signer[]; asked: CosignerRole[] }> {
  const [found, decisions, { nation, timeZone }] = await Promise.all([
    findPatient(scope, patientId),
    decisionsOf(scope, id),
    lawOf(scope),
  ])
  const [patient, decision] = [found!, holding(decisions)]
  const day = dayIn(at, timeZone)
  const group = groupOf(patient.dateOfBirth, nation, day)
  const { guardians } = patient
  const signers = signersOn(day, { patient: { name: patientName(patient), guardians }, group, decision })
  return { signers, asked: decision?.asked ?? [] }
}

/** Who was asked to sign beside the signer and neither did nor is on record as having stood by. */
export async function awaitedCosigners(scope: TenantScope, consentId: string): Promise<CosignerRole[]> {
  const decision = holding(await decisionsOf(scope, consentId))
  return decision ? awaited(decision.asked, await attestationsOf(scope, consentId)) : []
}
