import { and, eq, gte, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { ConsentSort } from '../../../contract/consents.ts'
import { listedStatuses } from '../../../contract/patients.ts'
import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import { day_ms } from '../../platform/clock.ts'
import { custom_plan_hint } from '../../platform/database/prepared-statements.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { messages } from '../messages/message-schema.ts'
import { patientIdsFor, searchPatients, parseSearchWords } from '../patients/index.ts'
import { acceptsConversations, views, type ConsentView } from './consent-rules.ts'
import { consentItems, consents } from './consent-schema.ts'
import { isNotDiscarded, responsibleStaffColumn } from './consent-store.ts'

export type ConsentFilter = {
  search: string
  view: ConsentView
  clinicianId?: string | undefined
  patientId?: string | undefined
  templateId?: string | undefined
  /** Days of the last change in the clinic's zone, both included. */
  from?: string | undefined
  to?: string | undefined
  sort?: ConsentSort | undefined
}
type ListNarrowing = Omit<ConsentFilter, 'view' | 'sort'>

const week_ms = 7 * day_ms

/** The commonest template or name has a hundred thousand times as many consents as others. */
const forceCustomPlan = sql.raw(custom_plan_hint)

/** Written out, not as parameters: only so does the planner know that a partial index holds them all. */
export const hasStatus = (statuses: readonly ConsentStatus[]): SQL =>
  sql`${consents.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/** The messages that bring somebody a link to their consent. */
const linkMessageKinds = sql.raw(`('consent-link', 'new-link', 'reminder', 'question-answered')`)

/**
 * The last message that brought its link did not arrive, or nobody knows whether it did: that it was sent is not true
 * then, whatever its state says. Found from the few that did not arrive, not from the many that wait for an answer.
 */
const isUndelivered = ({ clinicId }: ClinicScope): SQL => sql`${consents.id} = any(array(
  select m.about_id from ${messages} m
  where m.clinic_id = ${clinicId} and m.status in ('bounced', 'failed', 'unconfirmed') and m.kind in ${linkMessageKinds}
  and not exists (
    select from ${messages} later
    where later.clinic_id = m.clinic_id and later.about_id = m.about_id and later.kind in ${linkMessageKinds}
    and (later.created_at, later.id) > (m.created_at, m.id))))`

/** Of what has ended nothing is answered any more. */
const isOpenForAnswers = hasStatus(consentStatuses.filter(acceptsConversations))

/** Which consents a view shows. */
export function viewCondition(scope: ClinicScope, view: ConsentView): SQL | undefined {
  const { statuses, ...shown } = views[view]
  const narrowing = 'narrowedBy' in shown ? shown.narrowedBy : undefined
  return and(
    statuses ? hasStatus(statuses) : isNotDiscarded,
    narrowing === 'reconfirm' ? isNotNull(consents.reconfirmSince) : undefined,
    narrowing === 'undelivered' ? isUndelivered(scope) : undefined,
    narrowing === 'questions' ? and(isNotNull(consents.questionsSince), isOpenForAnswers) : undefined,
    narrowing === 'look-again' ? lte(consents.lookAgainAt, scope.now) : undefined,
    narrowing === 'expiring' ? lte(consents.expiresAt, new Date(scope.now.getTime() + week_ms)) : undefined,
  )
}

/**
 * The names of treatments that the clinic has made consents out for: each is found in the index beyond the one before,
 * so that their number counts and not that of the consents.
 */
async function treatmentNames(scope: ClinicScope): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ treatment: string }>(sql`
    with recursive names (treatment) as (
      (select treatment from consents where clinic_id = ${scope.clinicId} order by treatment limit 1)
      union all
      select (
        select c.treatment from consents c
        where c.clinic_id = ${scope.clinicId} and c.treatment > n.treatment order by c.treatment limit 1
      ) from names n where n.treatment is not null
    )
    select treatment from names where treatment is not null`)
  return rows.map(({ treatment }) => treatment)
}

/** Of patients that these words lead to, whatever has become of them since; undefined where they lead to nobody. */
async function isOfMatchingPatients(scope: ClinicScope, words: readonly string[]): Promise<SQL | undefined> {
  const found = await searchPatients(scope, {
    words: parseSearchWords(words.join(' ')),
    statuses: listedStatuses,
  })
  return found.length > 0
    ? sql`${consents.patientId} = ${forceCustomPlan} any (${sql.param(found)}::uuid[])`
    : undefined
}

/** More words than these are no name and treatment. */
const words_max = 6
const wordsIn = (typed: string): string[] =>
  typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, words_max)

/** What is typed leads to a patient, to a treatment, or to both, one after the other: 'whitcombe crown'. */
async function searchCondition(scope: ClinicScope, search: string): Promise<SQL | undefined> {
  const words = wordsIn(search)
  if (words.length === 0) return undefined
  const names = (await treatmentNames(scope)).map((name) => ({ name, folded: name.toLowerCase() }))
  const isTreatment = (wanted: readonly string[]): SQL | undefined => {
    const meant = names.filter(({ folded }) => wanted.every((word) => folded.includes(word)))
    if (meant.length === 0) return undefined
    return sql`${consents.treatment} = ${forceCustomPlan} any (${sql.param(meant.map(({ name }) => name))}::text[])`
  }
  const both = async (ofPatient: readonly string[], ofTreatment: readonly string[]) => {
    const treatment = isTreatment(ofTreatment)
    const patient = treatment && (await isOfMatchingPatients(scope, ofPatient))
    return patient && and(patient, treatment)
  }
  const either: (SQL | undefined)[] = [await isOfMatchingPatients(scope, words), isTreatment(words)]
  for (let place = 1; place < words.length; place++) {
    const [first, second] = [words.slice(0, place), words.slice(place)]
    either.push(await both(first, second), await both(second, first))
  }
  return or(...either) ?? sql`false`
}

/** The words as a patient alone, and as a patient with a treatment before or behind: 'crown whitcombe'. */
const patientReadings = (words: readonly string[]) => [
  { ofPatient: words, ofTreatment: [] },
  ...words.slice(1).flatMap((_word, before) => {
    const [first, second] = [words.slice(0, before + 1), words.slice(before + 1)]
    return [
      { ofPatient: first, ofTreatment: second },
      { ofPatient: second, ofTreatment: first },
    ]
  }),
]

/**
 * Of a patient that what was typed leads to, and of a treatment where some of it names one. Found as ids first, so that
 * whoever sorts them does not walk all consents by their last change.
 */
export function isOfMatchingPatient(scope: ClinicScope, typed: string): SQL {
  const found = patientReadings(wordsIn(typed)).map(({ ofPatient, ofTreatment }) => {
    const words = parseSearchWords(ofPatient.join(' '))
    return sql`select id, ${sql.param(ofTreatment)}::text[] from ${patientIdsFor(scope, { words, statuses: listedStatuses })} id`
  })
  return sql`${consents.id} = any(array(
    with found (patient_id, treatment) as materialized (${sql.join(found, sql` union all `)})
    select c.id from ${consents} c
    where c.clinic_id = ${scope.clinicId} and c.patient_id = any(array(select patient_id from found))
    and exists (select from found f where f.patient_id = c.patient_id and not exists (
      select from unnest(f.treatment) word where strpos(lower(c.treatment), word) = 0))))`
}

const dayStart = (day: string, zone: string) => sql`(${day}::date)::timestamp at time zone ${zone}`

/** Changed on these days of the clinic's own calendar, which may have 23 hours or 25. */
async function isChangedBetween(scope: ClinicScope, { from, to }: Pick<ListNarrowing, 'from' | 'to'>) {
  if (!from && !to) return
  const zone = await timeZoneOf(scope)
  return and(
    from ? gte(consents.updatedAt, dayStart(from, zone)) : undefined,
    to ? lt(consents.updatedAt, sql`(${to}::date + 1)::timestamp at time zone ${zone}`) : undefined,
  )
}

/** What a consent is made out of. */
export const joinItem = and(
  eq(consentItems.clinicId, consents.clinicId),
  eq(consentItems.consentId, consents.id),
)

export const isOfTemplate = (templateId: string): SQL =>
  sql`${consentItems.templateId} = ${forceCustomPlan} ${templateId}`

/** What a list is narrowed to besides its view. */
export async function listCondition(scope: ClinicScope, narrowing: ListNarrowing): Promise<SQL | undefined> {
  const { search, clinicianId, patientId, templateId } = narrowing
  return and(
    await searchCondition(scope, search),
    clinicianId ? eq(responsibleStaffColumn, clinicianId) : undefined,
    patientId ? eq(consents.patientId, patientId) : undefined,
    templateId
      ? sql`exists (select from ${consentItems} where ${and(joinItem, isOfTemplate(templateId))})`
      : undefined,
    await isChangedBetween(scope, narrowing),
  )
}
