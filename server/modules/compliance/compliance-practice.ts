import type { StaffScope } from '../../platform/database/transaction.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { listActiveStaff } from '../staff/index.ts'
import { requestsDue, type DatedRequest } from './compliance-request-store.ts'
import { monthsBefore, type Span, type Tally } from './compliance-rules.ts'
import { consentIncidents, type IncidentRow } from './incident-store.ts'
import { policyVersionsOf, readingsOf, type PolicyReading, type PolicyVersion } from './policy-store.ts'
import { openActionsByAudit } from './improvement-action-store.ts'
import { listSampleAudits, type SampleAuditSummary } from './sample-audit-store.ts'
import { trainingHolderOf } from './training-handlers.ts'
import { trainingStatusOn } from './training-rules.ts'
import { activeTrainings, type TrainingDate } from './training-store.ts'
import { sampleAudit } from './compliance-checklist.ts'

/** What the items that are about the practice itself are counted from: few rows, read once for all spans. */
export type Practice = {
  people: ReturnType<typeof trainingHolderOf>[]
  trained: TrainingDate[]
  versions: PolicyVersion[]
  readings: PolicyReading[]
  audits: (SampleAuditSummary & { openActions: number })[]
  incidents: IncidentRow[]
  requests: DatedRequest[]
  timeZone: string
  today: string
}

const consent_policy = 'consent'

/** Reads it over all spans. */
export async function readPractice(
  scope: StaffScope,
  { spans, timeZone }: { spans: readonly Span[]; timeZone: string },
): Promise<Practice> {
  const today = dayAt(scope.now, timeZone)
  const versions = (await policyVersionsOf(scope)).filter(({ policy }) => policy === consent_policy)
  const openActions = await openActionsByAudit(scope)
  const audits = await listSampleAudits(scope)
  return {
    people: (await listActiveStaff(scope)).map(trainingHolderOf),
    trained: await activeTrainings(scope),
    versions,
    readings: await readingsOf(
      scope,
      versions.map(({ id }) => id),
    ),
    audits: audits.map((audit) => ({ ...audit, openActions: openActions.get(audit.id) ?? 0 })),
    incidents: await consentIncidents(scope),
    requests: await requestsDue(scope, { from: spans[0]!.from, to: spans.at(-1)!.to }, today),
    timeZone,
    today,
  }
}

/** Whoever of the active staff may take consent, and whether their trainings counted at the end of a span. */
export const trainedStaffIn = ({ people, trained, today }: Practice, { to }: Span) =>
  people
    .map((person) => trainingStatusOn(person, trained, to < today ? to : today))
    .filter(({ takesConsent }) => takesConsent)

/** The consent policy in force at the end of a span, and who had read it; undefined while there was none. */
export function policyInForce({ people, versions, readings, timeZone, today }: Practice, { to }: Span) {
  const day = to < today ? to : today
  const inForce = versions.find(({ at }) => dayAt(at, timeZone) <= day)
  const hasRead = (staffId: string) =>
    readings.some(
      (reading) =>
        reading.versionId === inForce?.id &&
        reading.staffId === staffId &&
        dayAt(reading.at, timeZone) <= day,
    )
  const isInDate = inForce !== undefined && inForce.reviewOn >= day
  return { inForce, isInDate, readers: people.map((person) => ({ ...person, hasRead: hasRead(person.id) })) }
}

/** The sample audits of the twelve months before the end of a span that are large enough and whose actions are closed. */
export function auditsIn({ audits, timeZone }: Practice, { to }: Span) {
  const since = monthsBefore(to, 12)
  return audits
    .filter(({ at }) => dayAt(at, timeZone) > since && dayAt(at, timeZone) <= to)
    .map((audit) => ({ ...audit, isDone: audit.size >= sampleAudit.sizeMin && audit.openActions === 0 }))
}

const within = ({ from, to }: Span, day: string): boolean => day >= from && day <= to

export const incidentsIn = ({ incidents }: Practice, span: Span) =>
  incidents.filter(({ happenedOn }) => within(span, happenedOn))

export const requestsIn = ({ requests, timeZone }: Practice, span: Span) =>
  requests
    .filter(({ dueOn }) => within(span, dueOn))
    .map((request) => ({
      ...request,
      isInTime: request.closedAt !== null && dayAt(request.closedAt, timeZone) <= request.dueOn,
    }))

const tally = <T>(rows: readonly T[], counts: (row: T) => boolean): Tally => ({
  count: rows.filter(counts).length,
  of: rows.length,
})

/** What is counted in a span of the items about the practice. */
export function practiceTally(practice: Practice, span: Span): Record<string, Tally> {
  const { isInDate, readers } = policyInForce(practice, span)
  return {
    CQ32: tally(trainedStaffIn(practice, span), ({ isCurrent }) => isCurrent),
    CQ34: tally(readers, ({ hasRead }) => isInDate && hasRead),
    CQ35: tally(auditsIn(practice, span), ({ isDone }) => isDone),
    CQ37: tally(incidentsIn(practice, span), ({ closedAt }) => closedAt !== null),
    CQ40: tally(requestsIn(practice, span), ({ isInTime }) => isInTime),
  }
}
