import type { PatientRisks, PlannedTreatments } from '../../../contract/histories.ts'
import type { Facts } from '../../../contract/risk-rules.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { findPatient } from '../patients/index.ts'
import { findTreatmentProperties } from '../templates/index.ts'
import { riskRuleBook } from './history-rule-book.ts'
import { ageOnDay, evaluatePlanRisks } from './history-risks.ts'
import { reviewStatusOf } from './history-rules.ts'
import { listCurrentEntries, findLatestReview, findHistoryVersion, type EntryRow } from './history-store.ts'

/** A fact as the rules read it: without teeth it is about every tooth that is treated. */
const factEntryOf = ({ factor, answer, fields, teeth }: EntryRow): [string, Facts[string]] => [
  factor,
  { answer, fields, ...(teeth && { teeth }) },
]

/** What is known of a patient, as the rules read it, and the version of the history that says so. */
export async function findPatientFacts(
  scope: StaffScope,
  patientId: string,
): Promise<{ version: number; facts: Facts }> {
  // The version first: a save in between then makes the facts newer than it says, never older.
  const version = await findHistoryVersion(scope, patientId)
  return { version, facts: Object.fromEntries((await listCurrentEntries(scope, patientId)).map(factEntryOf)) }
}

/** What a patient's history adds to the risks of planned treatments, or why that cannot be told. */
export async function findPatientRisks(
  scope: StaffScope,
  { patientId, day, treatments: planned }: PlannedTreatments,
): Promise<PatientRisks | 'not-found' | 'template-not-found' | 'before-birth'> {
  const patient = await findPatient(scope, patientId)
  if (!patient) return 'not-found'
  const ageYears = ageOnDay(patient.dateOfBirth, day)
  if (day < patient.dateOfBirth) return 'before-birth'
  const treatments = []
  for (const { templateId, teeth } of planned) {
    const found = await findTreatmentProperties(scope, templateId)
    if (!found) return 'template-not-found'
    treatments.push({ templateId, teeth, ...found })
  }
  const { version, facts } = await findPatientFacts(scope, patientId)
  return {
    version,
    review: reviewStatusOf(await findLatestReview(scope, patientId), scope.now),
    ageYears,
    ...evaluatePlanRisks(riskRuleBook, facts, { ageYears, day, treatments }),
    treatments: treatments.map(({ templateId, name, known }) => ({ templateId, name, known })),
  }
}
