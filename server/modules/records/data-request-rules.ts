import { data_request_notice_days } from '../../../contract/limits.ts'
import type { DataRequest, DataRequestKind, NewDataRequestStep } from '../../../contract/data-requests.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import type { DataRequestRow } from './data-request-store.ts'
import { addDays, daysBetween, addMonths, nextWorkingDay } from '../../../contract/working-days.ts'

export type RequestClock = Pick<
  DataRequestRow,
  'receivedOn' | 'clockFrom' | 'stoppedFor' | 'stoppedOn' | 'stoppedDays' | 'isExtended'
>

/**
 * The day by which a request is answered: one month, or three where it was extended, from its arrival or from when it was
 * clear who asks; days on which the practice waited to be told what is meant do not count (UK GDPR, Article 12A). Where the
 * last day is no working day, the next one (Regulation 1182/71, Article 3(4), as Article 4A and the ICO read it).
 */
export const dueDayOf = (
  { receivedOn, clockFrom, stoppedDays, isExtended }: RequestClock,
  nation: Nation,
): string =>
  nextWorkingDay(addDays(addMonths(clockFrom ?? receivedOn, isExtended ? 3 : 1), stoppedDays), nation)

/** Overdue is what is open while its clock runs, after its last day. */
export const isOverdue = (
  { closedAt, stoppedFor, dueOn }: Pick<DataRequestRow, 'closedAt' | 'stoppedFor' | 'dueOn'>,
  today: string,
): boolean => closedAt === null && stoppedFor === null && dueOn < today

export type ClockChange = Partial<Omit<RequestClock, 'receivedOn'>>
export type ClockRefusal = 'stopped-already' | 'not-stopped' | 'too-late' | 'already-extended' | 'other-kind'
type Asked = RequestClock & Pick<DataRequestRow, 'kind' | 'dueOn'>

/** Stops the clock; what is over cannot be stopped. */
function stopped(request: Asked, why: 'identity' | 'clarification', on: string): ClockChange | ClockRefusal {
  if (request.stoppedFor) return 'stopped-already'
  if (on > request.dueOn) return 'too-late'
  return { stoppedFor: why, stoppedOn: on }
}

/** What a step does to the clock of a request, or why it cannot be taken; most do nothing. */
export function applyStep(
  request: Asked,
  step: NewDataRequestStep,
  today: string,
): ClockChange | ClockRefusal {
  const running = { stoppedFor: null, stoppedOn: null }
  if (step.kind === 'identity-asked') return stopped(request, 'identity', step.on)
  // Only of a request to see one's data may it be asked what exactly is meant (Article 12A(5)).
  if (step.kind === 'clarification-asked')
    return request.kind === 'access' ? stopped(request, 'clarification', step.on) : 'other-kind'
  if (step.kind === 'identified') {
    if (request.stoppedFor === 'identity' || step.hadToBeAsked)
      return { ...running, clockFrom: step.on, stoppedDays: 0 }
    return {}
  }
  if (step.kind === 'clarified') {
    if (request.stoppedFor !== 'clarification') return 'not-stopped'
    return { ...running, stoppedDays: request.stoppedDays + daysBetween(request.stoppedOn!, step.on) }
  }
  if (step.kind !== 'extended') return {}
  if (request.isExtended) return 'already-extended'
  return request.stoppedFor === null && request.dueOn < today ? 'too-late' : { isExtended: true }
}

const kindsOfStep: Partial<Record<NewDataRequestStep['kind'], readonly DataRequestKind[]>> = {
  corrected: ['rectification'],
  'marketing-erased': ['erasure', 'objection'],
  'pack-given': ['access', 'portability'],
}

/** Whether such a step belongs to what was asked. */
export const isStepOf = (kind: DataRequestKind, step: NewDataRequestStep['kind']): boolean =>
  kindsOfStep[step]?.includes(kind) ?? true

/** On which days before the last one the practice is reminded, and then each week that it is overdue. */
export function isReminderDue(
  { dueOn, remindedOn }: Pick<DataRequestRow, 'dueOn' | 'remindedOn'>,
  today: string,
): boolean {
  const late = daysBetween(dueOn, today)
  const marks = [
    ...data_request_notice_days.map((days) => -days),
    ...(late > 0 ? [late - ((late - 1) % 7)] : []),
  ]
  const newest = Math.max(...marks.filter((mark) => mark <= late))
  return Number.isFinite(newest) && (remindedOn === null || remindedOn < addDays(dueOn, newest))
}

export type PatientNamed = { id: string; name: string } | null

export function dataRequestView(row: DataRequestRow, patient: PatientNamed, today: string): DataRequest {
  const { id, kind, receivedOn, dueOn, requester, stoppedFor, stoppedOn, isExtended } = row
  const { identityHow, identityBy, identityAt, outcome, outcomeNote: note, closedBy, closedAt } = row
  return {
    ...{ id, kind, patient, receivedOn, dueOn, isExtended },
    from: requester,
    stopped: stoppedFor && { for: stoppedFor, on: stoppedOn! },
    isOverdue: isOverdue(row, today),
    identity: identityAt ? { how: identityHow!, by: identityBy!, at: identityAt.toISOString() } : null,
    closed: closedAt ? { outcome: outcome!, note, by: closedBy!, at: closedAt.toISOString() } : null,
  }
}
