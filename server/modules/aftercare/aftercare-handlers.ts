import { contract } from '../../../contract/index.ts'
import type { AftercarePolicy, AftercarePolicyShown } from '../../../contract/aftercare.ts'
import type { ClinicScope, PatientScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { actionRules, appendEvent, findConsent, lockConsent, type ConsentRecord } from '../consents/index.ts'
import { listActiveStaff, staffName } from '../staff/index.ts'
import { aftercareLibrary, treatmentsOfText } from './aftercare-rules.ts'
import {
  aftercarePolicyOf,
  treatmentsDoneOn,
  insertOptOut,
  lockTreatmentDone,
  saveAftercarePolicy,
  retractTreatmentDone,
  type TreatmentDoneRow,
} from './aftercare-store.ts'
import {
  aftercareView,
  relatedAdviceView,
  isTreated,
  patientAftercareView,
  withoutRetracted,
} from './aftercare-view.ts'
import { surveyMetrics } from './aftercare-survey-rules.ts'
import { answersByTemplate, findSurvey, insertSurvey } from './aftercare-survey-store.ts'
import { agreedTreatments, recordTreatmentsDone } from './treatment-done.ts'
import { findWorry, hasTooManyWorries, triageWorry, reportedAt, worryHash } from './aftercare-worry-rules.ts'
import { insertWorry, openWorriesOf, ownWorries } from './aftercare-worry-store.ts'

/** What was sent to the patient, and what was done on it; null where they may see nothing of the kind. */
async function findTreatedConsent(
  scope: PatientScope,
  consentId: string,
): Promise<{ consent: ConsentRecord; done: TreatmentDoneRow[] } | null> {
  const consent = await findConsent(scope, consentId)
  if (!consent?.content) return null
  return { consent, done: withoutRetracted(await treatmentsDoneOn(scope, [consentId])) }
}

async function policyView(scope: ClinicScope): Promise<AftercarePolicyShown> {
  const shipped = aftercareLibrary.types.map(({ treatment, hours, days, surveyDays, none }) => ({
    ...{ treatment, hours, days, surveyDays, none },
  }))
  const people = (await listActiveStaff(scope)).map((member) => ({ id: member.id, name: staffName(member) }))
  return { ...(await aftercarePolicyOf(scope)), people, shipped }
}

/** The templates of the treatments that were done. */
function doneTemplateIds({ content }: ConsentRecord, done: readonly TreatmentDoneRow[]): string[] {
  const places = new Set(done.flatMap(({ treatments }) => treatments.map(({ place }) => place)))
  const about = treatmentsOfText(content!).filter(({ place }) => places.has(place))
  return [...new Set(about.map(({ templateId }) => templateId))]
}

const findUnknownType = ({ changed }: AftercarePolicy) =>
  changed.find(({ treatment }) => !aftercareLibrary.types.some((type) => type.treatment === treatment))

const patientHandlers = {
  own: handle(contract.aftercare.own, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent?.content) return refuse('not-found')
    return { answer: await patientAftercareView(scope, consent) }
  }),

  tellWorry: handle(contract.aftercare.tellWorry, async (scope, { consentId, ...input }) => {
    const treated = await findTreatedConsent(scope, consentId)
    if (!treated) return refuse('not-found')
    if (!isTreated(treated)) return refuse('not-treated')
    const worry = findWorry(input.worry)
    if (!worry) return refuse('unknown-worry')
    const sorted = triageWorry(worry, input.answers, input.text)
    if (typeof sorted === 'string') return refuse(sorted)
    const before = await ownWorries(scope, consentId)
    const isNew = before.every(({ key }) => key !== input.key)
    if (isNew && hasTooManyWorries(sorted.level, before, scope.now)) return refuse('too-many')
    const { key, text, language } = input
    const report = { consentId, key, worry: worry.id, text, language, ...sorted }
    const kept = { ...report, toldAt: reportedAt(input.toldAt, scope.now) }
    const worryId = await insertWorry(scope, { ...kept, hash: worryHash(kept) })
    if (worryId) scope.enqueue('worry.told', { clinicId: scope.clinicId, worryId })
    return {
      answer: await patientAftercareView(scope, treated.consent),
      subject: consentId,
      details: { level: sorted.level, ...(worryId ? { worryId } : {}) },
    }
  }),

  stop: handle(contract.aftercare.stop, async (scope, { consentId }) => {
    const treated = await findTreatedConsent(scope, consentId)
    if (!treated) return refuse('not-found')
    if (treated.done.length === 0) return refuse('not-treated')
    if (!(await patientAftercareView(scope, treated.consent)).isStopped) await insertOptOut(scope, consentId)
    return { answer: await patientAftercareView(scope, treated.consent), subject: consentId }
  }),

  answerSurvey: handle(contract.aftercare.answerSurvey, async (scope, { consentId, answers, text }) => {
    const treated = await findTreatedConsent(scope, consentId)
    if (!treated) return refuse('not-found')
    const { consent, done } = treated
    if (done.length === 0) return refuse('not-treated')
    if (await findSurvey(scope, consentId)) return refuse('already-answered')
    if (!done.some(({ surveyAt }) => surveyAt !== null && surveyAt <= scope.now)) return refuse('not-due')
    const isSkipped = answers === null
    const surveyInput = { isSkipped, answers, text: isSkipped ? '' : text }
    const templateIds = doneTemplateIds(consent, done)
    if (!(await insertSurvey(scope, { consentId, templateIds, ...surveyInput })))
      return refuse('already-answered')
    scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId })
    return {
      answer: await patientAftercareView(scope, consent),
      subject: consentId,
      details: { skipped: isSkipped },
    }
  }),
}

const clinicHandlers = {
  ofConsent: handle(contract.aftercare.ofConsent, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    return { answer: await aftercareView(scope, consent) }
  }),

  recordDone: handle(contract.aftercare.recordDone, async (scope, { consentId, places, doneAt }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const refusal = actionRules.recordDone(consent)
    if (refusal) return refuse(refusal)
    const agreed = await agreedTreatments(scope, consent)
    const chosen = agreed.filter(({ place }) => places.includes(place))
    if (chosen.length < new Set(places).size) return refuse('not-agreed')
    if (chosen.some(({ isDone }) => isDone)) return refuse('already-done')
    const at = doneAt ? new Date(doneAt) : scope.now
    if (at > scope.now) return refuse('in-future')
    const doneId = await recordTreatmentsDone(scope, consent, { places, doneAt: at, appointmentId: null })
    return { answer: await aftercareView(scope, consent), subject: consentId, details: { doneId, places } }
  }),

  takeBackDone: handle(contract.aftercare.takeBackDone, async (scope, { consentId, doneId }) => {
    const done = await lockTreatmentDone(scope, doneId)
    const consent = await lockConsent(scope, consentId)
    if (!consent || done?.consentId !== consentId) return refuse('not-found')
    if (done.takenBackAt) return refuse('taken-back')
    await retractTreatmentDone(scope, doneId)
    await appendEvent(scope, consentId, 'consent.treatment_done_taken_back', { doneId })
    scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId })
    return { answer: await aftercareView(scope, consent), subject: consentId, details: { doneId } }
  }),

  openWorries: handle(contract.aftercare.openWorries, async (scope) => ({
    answer: await openWorriesOf(scope),
  })),

  policy: handle(contract.aftercare.policy, async (scope) => ({ answer: await policyView(scope) })),

  changePolicy: handle(contract.aftercare.changePolicy, async (scope, policy) => {
    const unknown = findUnknownType(policy)
    if (unknown) return refuse('unknown-treatment', { treatment: unknown.treatment })
    const people = new Set((await listActiveStaff(scope)).map(({ id }) => id))
    if (policy.alertStaffIds.some((id) => !people.has(id))) return refuse('staff-not-found')
    const before = await aftercarePolicyOf(scope)
    await saveAftercarePolicy(scope, policy)
    scope.enqueue('aftercare.replan', { clinicId: scope.clinicId })
    return {
      answer: await policyView(scope),
      subject: scope.clinicId,
      details: { before, after: policy },
    }
  }),

  scores: handle(contract.aftercare.scores, async (scope) => ({
    answer: (await answersByTemplate(scope)).map(({ templateId, name, answers }) => ({
      ...{ templateId, name },
      figures: surveyMetrics(answers),
    })),
  })),
}

/** The operations of `contract/aftercare.ts`. */
export const aftercareHandlers = (runJob: RunJob) => ({
  ...patientHandlers,
  ...clinicHandlers,

  beside: handle(contract.aftercare.beside, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent?.content) return refuse('not-found')
    const { clinicId } = scope
    return {
      answer: new DeferredResponse(() => runJob(clinicId, (job) => relatedAdviceView(job, consentId))),
    }
  }),
})
