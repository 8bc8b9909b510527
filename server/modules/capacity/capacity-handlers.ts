import type { InferContractRouterInputs } from '@orpc/contract'
import type { CapacityRecord } from '../../../contract/capacity.ts'
import {
  validateCertificateDates,
  capacityChoiceOf,
  decisionRefusal,
  matchFindings,
  capacityFormFor,
  findAnswerGaps,
  isUnknownAnswer,
  reviewDate,
  validateReviewDate,
  capacityResultOf,
  type CapacityForm,
  type CapacityFormName,
} from '../../../contract/capacity-rules.ts'
import { contract, type Contract } from '../../../contract/index.ts'
import { ageOn } from '../../../contract/retention-rules.ts'
import { canTransition } from '../../../contract/consent-states.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { instantAtOrAfter } from '../../platform/zoned-time.ts'
import { isSameName } from '../../platform/name-comparison.ts'
import { settingsOf, timeZoneOf, todayOf } from '../clinics/index.ts'
import {
  changeConsent,
  findConsent,
  lockConsent,
  acceptsConversations,
  transitionConsent,
  type ConsentRecord,
} from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { findStaff, staffName, type StaffRecord } from '../staff/index.ts'
import { findCapacityForm } from './capacity-form-list.ts'
import {
  assessmentView,
  decisionView,
  capacityStandingOf,
  formatPart,
  type CapacityDecision,
} from './capacity-record.ts'
import { capacityOf, insertAssessment, insertDecision } from './capacity-store.ts'

export type CapacityDeps = {
  /**
   * Signs a locked consent with what was decided for its patient; false where its time is over or its state allows none.
   * Signatures are a module's below.
   */
  signWithCapacityDecision(
    scope: ClinicScope,
    consent: ConsentRecord,
    signed: { decision: CapacityDecision; name: string; idempotencyKey: string },
  ): Promise<boolean>
}

type Situation = Pick<CapacityRecord, 'nation' | 'ageYears' | 'form'> & { today: string }
type FilledForm = Pick<
  InferContractRouterInputs<Contract>['capacity']['decide'],
  'form' | 'formVersion' | 'answers'
>

/** What of a form belongs to this patient today: by their age, and the nation whose law the practice follows. */
async function situationOf(scope: ClinicScope, { patientId }: ConsentRecord): Promise<Situation> {
  const { nation } = await settingsOf(scope)
  const patient = await findPatient(scope, patientId)
  const today = await todayOf(scope)
  const ageYears = ageOn(patient!.dateOfBirth, today)
  return { nation, ageYears, today, form: capacityFormFor(nation, ageYears) }
}

type Recorder = StaffRecord | undefined

/** Why nothing can be assessed, whatever is filled in. */
function assessRefusal(by: Recorder, { status }: Pick<ConsentRecord, 'status'>) {
  if (!by) return 'not-clinician'
  return acceptsConversations(status) ? null : 'wrong-state'
}

/** Why nothing can be decided for the patient, whatever is filled in. */
function decideRefusal(by: Recorder, { status }: Pick<ConsentRecord, 'status'>) {
  if (!by) return 'not-clinician'
  if (status === 'signed' || status === 'finalised') return 'already-signed'
  return canTransition(status, 'sign') ? null : 'wrong-state'
}

async function viewOf(scope: ClinicScope, consent: ConsentRecord): Promise<CapacityRecord> {
  const { today: _today, ...situation } = await situationOf(scope, consent)
  const { assessments, decisions } = await capacityOf(scope, consent.id)
  const by = await clinicianOf(scope)
  return {
    ...situation,
    assessments: assessments.toReversed().map(assessmentView),
    decisions: decisions.toReversed().map(decisionView),
    actions: { assess: assessRefusal(by, consent), decide: decideRefusal(by, consent) },
  }
}

/** Whoever may say whether somebody can decide: a colleague with a clinical role. */
async function clinicianOf(scope: ClinicScope): Promise<StaffRecord | undefined> {
  const colleague = await findStaff(scope, scope.staffId)
  return colleague?.isClinician ? colleague : undefined
}

type Answers = Parameters<typeof formatPart>[1]

/** Every answer whole, as the rules read them. */
const completeAnswers = (answers: FilledForm['answers']): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, { chosen = [], text = '', people = [], ways }]) => [
      id,
      {
        ...{ chosen, text, people: people.map(({ view = '', ...person }) => ({ ...person, view })) },
        ...(ways && {
          ways: ways.map(({ restricts = '', view = '', ...way }) => ({ ...way, restricts, view })),
        }),
      },
    ]),
  )

/** Why a filled part of a form is not taken as it is; null when it is. */
function validatePart(
  form: CapacityForm,
  part: 'assessment' | 'decision',
  { formVersion, answers, ageYears }: { formVersion: string; answers: Answers; ageYears: number },
) {
  if (form.version !== formVersion) return refuse('form-changed')
  if (isUnknownAnswer(form[part], answers)) return refuse('form-changed')
  const gaps = findAnswerGaps(form[part], answers, ageYears)
  if (gaps.length > 0) return refuse('form-unfinished', { questions: gaps.map(({ question }) => question) })
  const stops = matchFindings(form[part], 'stops', answers, ageYears)
  return stops.length > 0 ? refuse('does-not-stand', { stops: stops.map(({ id }) => id) }) : null
}

/** When the day begins on which it is looked at again, by the clock of the practice; null where nothing was left open. */
async function lookAgainMoment(scope: ClinicScope, answers: Answers): Promise<Date | null> {
  const day = reviewDate(answers)
  return day ? instantAtOrAfter({ day, minutes: 0 }, await timeZoneOf(scope)) : null
}

/** What both records keep of a form, and of whoever filled it in. */
function formRecordOf(
  { id: form, version: formVersion, law, ...parts }: CapacityForm,
  part: 'assessment' | 'decision',
  { answers, ageYears, by }: { answers: Answers; ageYears: number; by: StaffRecord },
) {
  const sectionsInWords = formatPart(parts[part], answers, ageYears)
  const { jobTitle: post, gdcNumber } = by
  return { form, formVersion, law, title: parts[part].title, answers, told: sectionsInWords, post, gdcNumber }
}

const isThisForm = (situation: Situation, form: CapacityFormName) => situation.form === form

/** The operations of `contract/capacity.ts`. */
export function capacityHandlers({ signWithCapacityDecision }: CapacityDeps) {
  return {
    get: handle(contract.capacity.get, async (scope, { consentId }) => {
      const consent = await findConsent(scope, consentId)
      return consent ? { answer: await viewOf(scope, consent) } : refuse('not-found')
    }),

    assess: handle(contract.capacity.assess, async (scope, { consentId, ...told }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const by = await clinicianOf(scope)
      const barred = assessRefusal(by, consent)
      if (!by || barred) return refuse(barred ?? 'not-clinician')
      const assessedAt = new Date(told.assessedAt)
      if (assessedAt > scope.now) return refuse('in-future')
      const situation = await situationOf(scope, consent)
      const { ageYears } = situation
      if (situation.form === null) return refuse('under-16')
      if (!isThisForm(situation, told.form)) return refuse('other-form')
      const { assessments } = await capacityOf(scope, consentId)
      if (assessments.length > 0 && told.again === '') return refuse('reason-missing')
      const [form, answers] = [findCapacityForm(told.form), completeAnswers(told.answers)]
      const problem = validatePart(form, 'assessment', { ...told, answers, ageYears })
      if (problem) return problem
      const dated = validateReviewDate(answers, situation.today)
      if (dated) return refuse(dated)
      const result = capacityResultOf(answers)!
      const { decision, place } = told
      await insertAssessment(scope, {
        ...formRecordOf(form, 'assessment', { answers, ageYears, by }),
        ...{ consentId, result, decision, place, assessedAt },
        again: assessments.length > 0 ? told.again : '',
        number: assessments.length + 1,
      })
      await changeConsent(scope, consent, { lookAgainAt: await lookAgainMoment(scope, answers) })
      scope.enqueue('capacity.changed', { clinicId: scope.clinicId, consentId })
      return { answer: await viewOf(scope, consent), subject: consentId, details: { form: form.id } }
    }),

    decide: handle(contract.capacity.decide, async (scope, told, { idempotencyKey }) => {
      const { consentId, name } = told
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const by = await clinicianOf(scope)
      const barred = decideRefusal(by, consent)
      if (!by || barred) return refuse(barred ?? 'not-clinician')
      if (consent.contentHash !== told.contentHash) return refuse('stale-version')
      const situation = await situationOf(scope, consent)
      const { assessments, decisions } = await capacityOf(scope, consentId)
      const unfounded = decisionRefusal(capacityStandingOf(assessments, scope.now), situation.form)
      if (unfounded) return refuse(unfounded)
      if (!isThisForm(situation, told.form)) return refuse('other-form')
      if (assessments.at(-1)!.number !== told.assessment) return refuse('stale-assessment')
      const [form, answers] = [findCapacityForm(told.form), completeAnswers(told.answers)]
      const { ageYears, today } = situation
      const fault = validatePart(form, 'decision', { ...told, answers, ageYears })
      if (fault) return fault
      const dated = validateCertificateDates(answers, today)
      if (dated) return refuse(dated)
      if (!isSameName(name, staffName(by))) return refuse('name-differs')
      const choice = capacityChoiceOf(answers)!
      const decision = await insertDecision(scope, {
        ...formRecordOf(form, 'decision', { answers, ageYears, by }),
        ...{ consentId, choice, assessment: told.assessment },
        number: decisions.length + 1,
      })
      const carriedOut =
        choice === 'go-ahead'
          ? await signWithCapacityDecision(scope, consent, {
              decision,
              name: staffName(by),
              idempotencyKey: idempotencyKey!,
            })
          : await declineDecided(scope, consent, decision)
      if (!carriedOut) return refuse('wrong-state')
      const details = { form: form.id, hash: decision.hash }
      const decided = (await findConsent(scope, consentId))!
      return { answer: await viewOf(scope, decided), subject: consentId, details }
    }),
  }
}

/** What is decided against is declined, as where a patient says no; the record says who decided it and why. */
async function declineDecided(
  scope: ClinicScope,
  consent: ConsentRecord,
  { answers, title, number }: CapacityDecision,
): Promise<boolean> {
  const reason = `${title}: ${answers['choice']!.text}`.slice(0, 500)
  const declined = await transitionConsent(scope, consent, 'decline', {
    details: { reason, decision: number },
    set: { reason },
  })
  return declined !== null
}
