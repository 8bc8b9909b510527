import type { Aftercare, RelatedAftercare, PatientAftercare } from '../../../contract/aftercare.ts'
import { isAgreed } from '../../../contract/consent-states.ts'
import type { ClinicScope, JobScope, PatientScope } from '../../platform/database/transaction.ts'
import { findConsent, type ConsentRecord } from '../consents/index.ts'
import { listConsentTasks } from '../tasks/index.ts'
import { adviceSectionIndexes, needsEmergencyAdvice } from './aftercare-rules.ts'
import {
  otherTreatmentsInVisits,
  treatmentsDoneOn,
  lastOptOut,
  ownOptOut,
  stepsSent,
  type TreatmentDoneRow,
} from './aftercare-store.ts'
import { findSurvey } from './aftercare-survey-store.ts'
import { agreedTreatments } from './treatment-done.ts'
import { worryName, type WorryRow } from './aftercare-worry-rules.ts'
import { ownWorries, worriesOf } from './aftercare-worry-store.ts'

/** What was carried out and not taken back. */
export const withoutRetracted = (rows: readonly TreatmentDoneRow[]): TreatmentDoneRow[] =>
  rows.filter(({ takenBackAt }) => takenBackAt === null)

/** Begun is enough to worry: nobody in pain waits for somebody to press a button. */
export const isTreated = ({
  consent,
  done,
}: {
  consent: Pick<ConsentRecord, 'startedAt'>
  done: readonly TreatmentDoneRow[]
}): boolean => done.length > 0 || consent.startedAt !== null

const surveyState = async (scope: PatientScope, consentId: string, done: readonly TreatmentDoneRow[]) => {
  const survey = await findSurvey(scope, consentId)
  if (survey) return survey.isSkipped ? 'skipped' : 'answered'
  return done.some(({ surveyAt }) => surveyAt !== null && surveyAt <= scope.now) ? 'due' : 'none'
}

/** The time after the treatment as its patient sees it. */
export async function patientAftercareView(
  scope: PatientScope,
  consent: ConsentRecord,
): Promise<PatientAftercare> {
  const content = consent.content!
  const done = withoutRetracted(await treatmentsDoneOn(scope, [consent.id]))
  const treatments = done.flatMap((row) => row.treatments)
  const stoppedAt = await ownOptOut(scope, consent.id)
  const { name, phone, outOfHours } = content.clinic
  const ownReports = await ownWorries(scope, consent.id)
  return {
    doneAt: done.at(-1)?.doneAt.toISOString() ?? null,
    mayTell: isTreated({ consent, done }),
    parts: adviceSectionIndexes(content, new Set(treatments.map(({ place }) => place))),
    practice: { name, phone, outOfHours },
    isUrgent: needsEmergencyAdvice(treatments),
    isStopped: stoppedAt !== null && done.every(({ createdAt }) => createdAt <= stoppedAt),
    survey: await surveyState(scope, consent.id, done),
    worries: ownReports.map(({ id, worry, level, at, settledAt }) => ({
      ...{ id, worry, level },
      at: at.toISOString(),
      isSettled: settledAt !== null,
    })),
  }
}

/**
 * The advice of what else was carried out in the visits of a consent. Looked at by the practice's side, since a link opens
 * one consent: only of the same patient, and only of what they have not taken back.
 */
export async function relatedAdviceView(scope: JobScope, consentId: string): Promise<RelatedAftercare> {
  const consent = await findConsent(scope, consentId)
  const done = withoutRetracted(await treatmentsDoneOn(scope, [consentId]))
  const doneByConsent = Map.groupBy(await otherTreatmentsInVisits(scope, done), (row) => row.consentId)
  const consents: RelatedAftercare['consents'] = []
  const urgent: boolean[] = []
  for (const [id, rows] of doneByConsent) {
    const other = await findConsent(scope, id)
    if (!other?.content || other.patientId !== consent?.patientId || !isAgreed(other.status)) continue
    const treatments = rows.flatMap((row) => row.treatments)
    const { title, sections } = other.content
    const parts = adviceSectionIndexes(other.content, new Set(treatments.map(({ place }) => place)))
    const shown = parts.map((part) => ({ title: sections[part]!.title, content: sections[part]!.content }))
    consents.push({ title, sections: shown })
    urgent.push(needsEmergencyAdvice(treatments))
  }
  return { consents, isUrgent: urgent.includes(true) }
}

type TaskAbout = Awaited<ReturnType<typeof listConsentTasks>>[number]

const worryView = (row: WorryRow, tasks: readonly TaskAbout[]): Aftercare['worries'][number] => ({
  id: row.id,
  worry: worryName(row.worry),
  level: row.level,
  toldAt: row.toldAt.toISOString(),
  at: row.at.toISOString(),
  asked: row.asked.map(({ question, answer }) => ({ question, answer })),
  shown: row.shown,
  text: row.text,
  language: row.language,
  taskId: tasks.find(({ causeId, doneAt }) => causeId === row.id && doneAt === null)?.id ?? null,
  settled: row.settledAt && {
    by: row.settledBy!,
    at: row.settledAt.toISOString(),
    note: row.settledNote!,
  },
})

/** The time after the treatment as the practice sees it. */
export async function aftercareView(scope: ClinicScope, consent: ConsentRecord): Promise<Aftercare> {
  const done = await treatmentsDoneOn(scope, [consent.id])
  const sent = await stepsSent(scope, consent.id)
  const stoppedAt = await lastOptOut(scope, consent.patientId)
  const survey = await findSurvey(scope, consent.id)
  const agreed = await agreedTreatments(scope, consent)
  const tasks = await listConsentTasks(scope, consent.id)
  const isStopped = ({ createdAt }: TreatmentDoneRow) => stoppedAt !== null && createdAt <= stoppedAt
  return {
    treatments: agreed.map(({ place, title, isDone }) => ({ place, title, isDone })),
    done: done.map((row) => ({
      id: row.id,
      treatments: row.treatments.map(({ place, title }) => ({ place, title })),
      doneAt: row.doneAt.toISOString(),
      by: row.byName,
      takenBackAt: row.takenBackAt?.toISOString() ?? null,
      next: row.nextAt && !isStopped(row) ? { step: row.nextStep!, at: row.nextAt.toISOString() } : null,
      sent: sent
        .filter(({ doneId }) => doneId === row.id)
        .map(({ step, at }) => ({ step, at: at.toISOString() })),
    })),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    worries: (await worriesOf(scope, consent.id)).map((row) => worryView(row, tasks)),
    survey: survey
      ? {
          at: survey.at.toISOString(),
          answers: survey.answers,
          text: survey.text,
          isSkipped: survey.isSkipped,
        }
      : null,
  }
}
