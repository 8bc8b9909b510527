import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { Authority, PatientAuthority } from '../../../contract/authority.ts'
import { isPersonalAuthority } from '../../../contract/authority-rules.ts'
import { contract } from '../../../contract/index.ts'
import { guardians_max } from '../../../contract/limits.ts'
import { ageOn } from '../../../contract/retention-rules.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { jurisdictionOf } from '../clinics/index.ts'
import { findConsent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { changePatient, findPatient, lockPatients, type PatientRow } from '../patients/index.ts'
import { findStaff } from '../staff/index.ts'
import {
  evaluateAuthority,
  validateDecision,
  decisionView,
  patientAgeGroup,
  isUndecided,
  guardiansAfter,
  validatePerson,
} from './authority-decision-rules.ts'
import { decisionsOf, insertDecision } from './authority-store.ts'

/** Whose law the practice follows, and the day that it is there. */
async function nationAndDay(scope: ClinicScope) {
  const { nation, timeZone } = await jurisdictionOf(scope)
  return { nation, today: dateInTimeZone(scope.now, timeZone) }
}

async function patientView(
  scope: ClinicScope,
  { dateOfBirth, guardians }: Pick<PatientRow, 'dateOfBirth' | 'guardians'>,
): Promise<PatientAuthority> {
  const { nation, today } = await nationAndDay(scope)
  return {
    nation,
    age: ageOn(dateOfBirth, today),
    group: patientAgeGroup(dateOfBirth, nation, today),
    people: guardians.map(({ id: guardianId, name, relationship }) => ({
      ...{ guardianId, name, relationship },
    })),
  }
}

async function authorityView(
  scope: ClinicScope,
  { id, patientId, status }: ConsentRecord,
): Promise<Authority> {
  return {
    ...(await patientView(scope, (await findPatient(scope, patientId))!)),
    decisions: (await decisionsOf(scope, id)).map(decisionView),
    isOpen: isUndecided(status),
  }
}

/** The operations of `contract/authority.ts`. */
export const authorityHandlers = {
  read: handle(contract.authority.read, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    return consent ? { answer: await authorityView(scope, consent) } : refuse('not-found')
  }),

  decide: handle(contract.authority.decide, async (scope, { consentId, ...told }) => {
    const { answers, registeredOn, person, seen, reason, asked } = told
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (!isUndecided(consent.status)) return refuse('wrong-state')
    const [patient] = await lockPatients(scope, [consent.patientId])
    const { nation, today } = await nationAndDay(scope)
    const group = patientAgeGroup(patient!.dateOfBirth, nation, today)
    const result = evaluateAuthority({ nation, group, answers, registeredOn })
    if (!result) return refuse('unfinished')
    const staff = (await findStaff(scope, scope.staffId))!
    const problem = validateDecision(result, { person, seen, reason, isClinician: staff.isClinician })
    if (problem) return refuse(problem)
    const { name: by } = scope.actor
    const shown = { person, seen, on: today, by }
    const guardians = guardiansAfter(patient!.guardians, result, shown)
    if (guardians.length > guardians_max) return refuse('too-many-people')
    if (person) await changePatient(scope, patient!, { guardians })
    const { rule, outcome, decision: said, sources } = result
    const { kind, form, signers, title, why } = said
    const decision = {
      ...{ consentId, nation, ageGroup: group, rule, outcome, kind, form, title, why, sources, seen, reason },
      ...{ answers: result.answers, registeredOn: result.registeredOn, signers: [...signers] },
      person: person && { name: person.name, relationship: person.relationship },
      // In the order in which they sign.
      asked: asked.toSorted(),
      ...{ byName: by, gdcNumber: staff.gdcNumber },
    }
    await insertDecision(scope, decision, await decisionsOf(scope, consentId))
    return { answer: await authorityView(scope, consent), subject: consentId, details: { outcome } }
  }),

  ofPatient: handle(contract.authority.ofPatient, async (scope, { patientId }) => {
    const patient = await findPatient(scope, patientId)
    return patient ? { answer: await patientView(scope, patient) } : refuse('not-found')
  }),

  recordPerson: handle(contract.authority.recordPerson, async (scope, { patientId, ...told }) => {
    const { answers, registeredOn, person, seen } = told
    const [patient] = await lockPatients(scope, [patientId])
    if (!patient) return refuse('not-found')
    if (patient.status === 'merged') return refuse('patient-merged')
    const { nation, today } = await nationAndDay(scope)
    const group = patientAgeGroup(patient.dateOfBirth, nation, today)
    const result = evaluateAuthority({ nation, group, answers, registeredOn })
    if (!result) return refuse('unfinished')
    if (!isPersonalAuthority(result.decision)) return refuse('of-a-consent')
    const fault = person ? validatePerson(result.decision, { person, seen }) : 'person-required'
    if (fault) return refuse(fault)
    const shown = { person, seen, on: today, by: scope.actor.name }
    const guardians = guardiansAfter(patient.guardians, result, shown)
    if (guardians.length > guardians_max) return refuse('too-many-people')
    await changePatient(scope, patient, { guardians })
    const answer = await patientView(scope, (await findPatient(scope, patientId))!)
    return { answer, subject: patientId, details: { outcome: result.outcome } }
  }),
}
