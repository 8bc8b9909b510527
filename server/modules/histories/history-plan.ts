import type { PatientRisks, PlannedTreatments } from '../../../contract/histories.ts'
import type { Facts } from '../../../contract/risk-rules.ts'
import type { Ids } from '../../platform/database/id-set.ts'
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

type UnknownRisks = 'not-found' | 'template-not-found' | 'before-birth'

/** Treatments and their day that are being read, and the templates that they are of. */
export type PlanBeingRead = {
  day: Promise<string>
  treatments: Promise<PlannedTreatments['treatments']>
  templateIds: Ids
}

/** What a patient's history adds to the risks of planned treatments, or why that cannot be told. */
export const findPatientRisks = (
  scope: StaffScope,
  { patientId, day, treatments }: PlannedTreatments,
): Promise<PatientRisks | UnknownRisks> =>
  findRisksOfPlan(scope, patientId, {
    day: Promise.resolve(day),
    treatments: Promise.resolve(treatments),
    templateIds: treatments.map(({ templateId }) => templateId),
  })

/** The same of a plan that is being read, asked along with it. */
export async function findRisksOfPlan(
  scope: StaffScope,
  patientId: string,
  plan: PlanBeingRead,
): Promise<PatientRisks | UnknownRisks> {
  // Asked together, they are sent together.
  const [day, planned, patient, propertiesById, { version, facts }, review] = await Promise.all([
    plan.day,
    plan.treatments,
    findPatient(scope, patientId),
    findTreatmentProperties(scope, plan.templateIds),
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
