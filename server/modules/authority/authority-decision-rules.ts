import type { AuthorityDecision } from '../../../contract/authority.ts'
import {
  ageGroupOf,
  relevantAnswers,
  authorityOutcome,
  authoritySources,
  isSignedOnBehalf,
  maySignAlone,
  nextStep,
  registrationDates,
  type AgeGroup,
  type AuthorityAnswers,
  type AuthorityFacts,
} from '../../../contract/authority-rules.ts'
import { authority_reason_length_min } from '../../../contract/limits.ts'
import type { Guardian } from '../../../contract/patients.ts'
import { ageOn, type Nation } from '../../../contract/retention-rules.ts'
import type { CosignerRole, PatientConsent } from '../../../contract/signing.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import { isGuardianValid } from '../patients/index.ts'
import type { authorityDecisions } from './authority-schema.ts'

export type DecisionRow = Opened<typeof authorityDecisions.$inferSelect>
export type NewDecision = Omit<DecisionRow, 'clinicId' | 'id' | 'number' | 'hash' | 'at' | 'staffId'>

/** In which of the table's age groups a patient is on that day. */
export const patientAgeGroup = (dateOfBirth: string, nation: Nation, day: string): AgeGroup =>
  ageGroupOf(ageOn(dateOfBirth, day), nation)

const undecided: readonly ConsentStatus[] = ['draft', 'approved', 'sent', 'viewed', 'verbal']

/** Whether it still matters who may sign: until it is signed or has ended. */
export const isUndecided = (status: ConsentStatus): boolean => undecided.includes(status)

/** By the day of registration, since when a certificate speaks for a father who is not married to the mother. */
const registrationPeriodOf = (
  registeredOn: string | null,
  nation: Nation,
): 'since' | 'before' | 'unknown' => {
  if (!registeredOn) return 'unknown'
  return registeredOn >= registrationDates[nation] ? 'since' : 'before'
}

type AuthorityInput = {
  nation: Nation
  group: AgeGroup
  answers: AuthorityAnswers
  registeredOn: string | null
}

/** What the answers come to; undefined while one that matters is missing. A day decides better than whoever reads it. */
export function evaluateAuthority({ nation, group, answers, registeredOn }: AuthorityInput) {
  const given: AuthorityFacts = { ...answers, nation, group }
  if (given.registration !== undefined) given.registration = registrationPeriodOf(registeredOn, nation)
  const kept = relevantAnswers(given)
  const step = nextStep({ ...kept, nation, group })
  if (step.state === 'ask') return undefined
  const { id: rule, outcome, sources } = step.row
  return {
    ...{ answers: kept, rule, outcome },
    decision: authorityOutcome(outcome),
    sources: sources.map((source) => authoritySources[source]),
    registeredOn: kept.registration === undefined ? null : registeredOn,
  }
}
export type EvaluatedAuthority = NonNullable<ReturnType<typeof evaluateAuthority>>

type DecisionInput = { person: unknown; seen: string; reason: string; isClinician: boolean }

/** What is still missing of somebody who signs for the patient; null where nothing is. */
export function validatePerson(
  decision: EvaluatedAuthority['decision'],
  { person, seen }: Pick<DecisionInput, 'person' | 'seen'>,
) {
  if (!isSignedOnBehalf(decision)) return null
  if (!person) return 'person-required'
  return decision.authority !== 'parental-responsibility' && seen === '' ? 'evidence-required' : null
}

/** What is still missing before it may stand on record; null where nothing is. */
export function validateDecision(
  { decision }: EvaluatedAuthority,
  { person, seen, reason, isClinician }: DecisionInput,
) {
  const personError = validatePerson(decision, { person, seen })
  if (personError) return personError
  if (!decision.needsReason) return null
  if (!isClinician) return 'not-clinician'
  return reason.length < authority_reason_length_min ? 'reason-required' : null
}

type PersonInput = {
  guardianId: string | null
  name: string
  relationship: string
  validUntil: string | null
}
type Evidence = { seen: string; on: string; by: string }

/**
 * The people of a patient's record after a decision: whoever may sign stands there with their authority, and whoever may
 * not stays there without.
 */
export function guardiansAfter(
  guardians: readonly Guardian[],
  { decision: { kind, authority, basis } }: EvaluatedAuthority,
  { person, seen, on, by }: Evidence & { person: PersonInput | null },
): Guardian[] {
  if (!person) return [...guardians]
  const known = guardians.find(({ id }) => id !== undefined && id === person.guardianId)
  const others = guardians.filter((one) => one !== known)
  if (kind !== 'signs' || !authority) {
    return known ? [...others, { ...known, authority: 'other', basis: 'not-recorded' }] : [...guardians]
  }
  const { name, relationship, validUntil } = person
  const noPhone = { phone: '', phoneNote: '', otherPhone: '', otherPhoneNote: '' }
  const fresh = { email: '', ...noPhone, evidence: '', evidenceOn: null, evidenceBy: '' }
  const shown = seen ? { evidence: seen, evidenceOn: on, evidenceBy: by } : {}
  const authorised = { authority, basis: basis ?? ('not-recorded' as const), validUntil }
  return [...others, { ...(known ?? { ...fresh, name, relationship }), ...shown, ...authorised }]
}

/** The decision that holds: the newest that lets somebody sign or stops everybody. Who may not says nothing of others. */
export const currentDecision = <One extends Pick<DecisionRow, 'kind'>>(
  newestFirst: readonly One[],
): One | undefined => newestFirst.find(({ kind }) => kind !== 'not-this-person')

const roleOfAuthority = {
  'parental-responsibility': 'parent',
  'court-order': 'parent',
  'local-authority': 'parent',
  guardian: 'parent',
  'welfare-attorney': 'attorney',
  deputy: 'deputy',
  'welfare-guardian': 'guardian',
  other: null,
} as const satisfies Record<Guardian['authority'], string | null>

export type Signer = PatientConsent['signers'][number]
type Facts = {
  patient: {
    name: string
    guardians: readonly Pick<Guardian, 'name' | 'relationship' | 'authority' | 'validUntil'>[]
  }
  group: AgeGroup
  decision: Pick<DecisionRow, 'kind' | 'signers'> | undefined
}

/**
 * Who may sign on that day (YYYY-MM-DD), and as what: those whose authority the practice has recorded, as far as a
 * decision about this consent lets them; and the patient, whom a decision may let or not, and else the law by their age.
 */
export function eligibleSigners(day: string, { patient, group, decision }: Facts): Signer[] {
  const lets = (role: Signer['signerRole']) => !decision || decision.signers.includes(role)
  const isOwn = decision ? lets('patient') : maySignAlone(group)
  const own: Signer[] = isOwn ? [{ name: patient.name, relationship: '', signerRole: 'patient' }] : []
  const others = patient.guardians
    .filter((guardian) => isGuardianValid(guardian, day))
    .flatMap(({ name, relationship, authority }): Signer[] => {
      const signerRole = roleOfAuthority[authority]
      return signerRole && lets(signerRole) ? [{ name, relationship, signerRole }] : []
    })
  return [...own, ...others]
}

/** The hash of a decision: all that it says, of what and by whom. */
export const decisionHash = ({
  consentId,
  number,
  byName,
  gdcNumber,
  ...said
}: NewDecision & Pick<DecisionRow, 'number'>): string => {
  const { nation, ageGroup, answers, registeredOn, rule, outcome, kind, form, signers, title, why } = said
  const { sources, person, seen, reason, asked } = said
  return sha256(
    toCanonicalText([
      ...[consentId, number, nation, ageGroup, answers, registeredOn, rule, outcome, kind, form, signers],
      ...[title, why, sources, person, seen, reason, asked, byName, gdcNumber],
    ]),
  )
}

/** What the chain says of a decision: which it is, its outcome and its hash, and nothing of who the person is. */
export const decisionDetails = ({
  number,
  outcome,
  kind,
  signers,
  asked,
  hash,
}: Pick<DecisionRow, 'number' | 'outcome' | 'kind' | 'signers' | 'asked' | 'hash'>): Record<
  string,
  unknown
> => ({
  ...{ decision: number, outcome, kind, signers, hash },
  ...(asked.length > 0 ? { asked } : {}),
})

/** A decision as staff see it. */
export const decisionView = ({
  ageGroup: group,
  byName: by,
  at,
  clinicId: _clinic,
  consentId: _consent,
  staffId: _staff,
  rule: _rule,
  hash: _hash,
  ...row
}: DecisionRow): AuthorityDecision => ({ ...row, group, by, at: at.toISOString() })

/** Of those who were asked to sign too, who has not. */
export const awaitedSigners = (
  asked: readonly CosignerRole[],
  attested: readonly { role: CosignerRole }[],
): CosignerRole[] => asked.filter((role) => !attested.some((one) => one.role === role))
