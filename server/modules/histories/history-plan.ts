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
  // The version is never read later: a save in between then makes the facts newer than it says, never older.
  const [version, entries] = await Promise.all([
    findHistoryVersion(scope, patientId),
    listCurrentEntries(scope, patientId),
  ])
  return { version, facts: Object.fromEntries(entries.map(factEntryOf)) }
}

/** What a patient's history adds to the risks of planned treatments, or why that cannot be told. */
export async function findPatientRisks(
  scope: StaffScope,
  { patientId, day, treatments: planned }: PlannedTreatments,
): Promise<PatientRisks | 'not-found' | 'template-not-found' | 'before-birth'> {
  // Asked together, they are sent together.
  const [patient, propertiesById, { version, facts }, review] = await Promise.all([
    findPatient(scope, patientId),
    findTreatmentProperties(
      scope,
      planned.map(({ templateId }) => templateId),
    ),
    findPatientFacts(scope, patientId),
    findLatestReview(scope, patientId),
  ])
  if (!patient) return 'not-found'
  const ageYears = ageOnDay(patient.dateOfBirth, day)
  if (day < patient.dateOfBirth) return 'before-birth'
  const treatments = []
  for (const { templateId, teeth } of planned) {
    const found = propertiesById.get(templateId)
    if (!found) return 'template-not-found'
    treatments.push({ templateId, teeth, ...found })
  }
  return {
    version,
    review: reviewStatusOf(review, scope.now),
    ageYears,
    ...evaluatePlanRisks(riskRuleBook, facts, { ageYears, day, treatments }),
    treatments: treatments.map(({ templateId, name, known }) => ({ templateId, name, known })),
  }
}
