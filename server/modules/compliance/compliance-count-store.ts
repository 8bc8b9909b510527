import { sql, type SQL } from 'drizzle-orm'
import type { StaffSide } from '../../platform/database/transaction.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { surveys } from '../aftercare/aftercare-schema.ts'
import { consentItems, consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { questionEntries } from '../questions/question-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { consentChecks, type ConsentCheck } from './compliance-checks.ts'
import { factsOf, type FactTime } from './compliance-facts-store.ts'
import type { GroupTally, Tally } from './compliance-rules.ts'

/** What is counted of each item in each span, the oldest first. */
export type Tallies = Map<string, Tally[]>

type Counted = { population: ConsentCheck['population']; span: number } & Record<string, string | number>

const spansIn = ({ bounds }: FactTime): number => bounds.length - 1
const none = (time: FactTime): Tally[] => Array.from({ length: spansIn(time) }, () => ({ count: 0, of: 0 }))

const columnsOf = ({ item, applies, met }: ConsentCheck): SQL =>
  sql`count(*) filter (where ${applies}) as ${sql.identifier(`${item}_of`)},
    count(*) filter (where ${applies} and ${met}) as ${sql.identifier(`${item}_count`)}`

/** The items about single consents and, beside them, the patients who were asked what they need: one statement. */
export async function countConsents(scope: StaffSide, time: FactTime): Promise<Tallies> {
  const { rows } = await scope.tx.execute<Counted>(sql`${factsOf(scope, time)}
    select population, span, ${sql.join(consentChecks.map(columnsOf), sql`, `)},
      count(distinct patient_id) as "CQ21_of",
      count(distinct patient_id) filter (where needs_asked_on is not null) as "CQ21_count"
    from facts cross join lateral (values ('completed', completed), ('started', started), ('ended', ended))
      as counted (population, span)
    where span > 0 group by population, span`)
  const asked = { item: 'CQ21', population: 'completed' as const }
  const tallies: Tallies = new Map()
  for (const { item, population } of [...consentChecks, asked]) {
    const spans = none(time)
    for (const row of rows)
      if (row.population === population)
        spans[row.span - 1] = { count: Number(row[`${item}_count`]), of: Number(row[`${item}_of`]) }
    tallies.set(item, spans)
  }
  return tallies
}

/** The versions of templates in the consents that were finalised in each span, with what is asked of them. */
const usedOf = ({ clinicId }: StaffSide, { bounds }: FactTime): SQL => {
  const list = sql.join(
    bounds.map((bound) => sql`${bound.toISOString()}::timestamptz`),
    sql`, `,
  )
  const [first, last] = [bounds[0]!.toISOString(), bounds.at(-1)!.toISOString()]
  return sql`used as (select distinct width_bucket(c.finalised_at, array[${list}]) as span, i.template_version_id as id
      from ${consents} c join ${consentItems} i on i.clinic_id = c.clinic_id and i.consent_id = c.id
      where c.clinic_id = ${clinicId} and c.finalised_at >= ${first}::timestamptz and c.finalised_at < ${last}::timestamptz
        and c.status <> 'voided' and c.kind <> 'refusal'),
    named as (select u.span, v.id as version_id, v.template_id, v.label, v.reading_grade, t.name, t.clinical_owner_name,
        t.review_due, v.reading_grade <= 8 as is_easy,
        t.clinical_owner_gdc is not null and t.review_due > (array[${list}])[u.span + 1]::date as is_approved
      from used u join ${templateVersions} v on v.id = u.id join ${templates} t on t.id = v.template_id)`
}

export async function countTemplates(scope: StaffSide, time: FactTime): Promise<Tallies> {
  const { rows } = await scope.tx.execute<Record<string, string>>(sql`with ${usedOf(scope, time)}
    select span, count(*) as versions, count(*) filter (where is_easy) as easy,
      count(distinct template_id) as templates, count(distinct template_id) filter (where is_approved) as approved
    from named group by span`)
  const [easy, approved] = [none(time), none(time)]
  for (const row of rows) {
    easy[Number(row.span) - 1] = { count: Number(row.easy), of: Number(row.versions) }
    approved[Number(row.span) - 1] = { count: Number(row.approved), of: Number(row.templates) }
  }
  return new Map([
    ['CQ24', easy],
    ['CQ25', approved],
  ])
}

/** From here on somebody agrees that they knew enough. */
const agrees_from = 4

/** Surveys that were answered in each span. */
export async function countSurveys(scope: StaffSide, { bounds }: FactTime): Promise<Tally[]> {
  const list = sql.join(
    bounds.map((bound) => sql`${bound.toISOString()}::timestamptz`),
    sql`, `,
  )
  const { rows } = await scope.tx.execute<Record<string, string>>(sql`
    select width_bucket(at, array[${list}]) as span, count(*) as answered,
      count(*) filter (where (answers ->> 'understood')::int >= ${agrees_from}) as agreed
    from ${surveys} where clinic_id = ${scope.clinicId} and not is_skipped
      and at >= ${bounds[0]!.toISOString()}::timestamptz and at < ${bounds.at(-1)!.toISOString()}::timestamptz
    group by 1`)
  const spans = none({ bounds, timeZone: '' })
  for (const row of rows)
    spans[Number(row.span) - 1] = { count: Number(row.agreed), of: Number(row.answered) }
  return spans
}

const groupsOf = (person: SQL, signedAt: SQL): SQL => sql`cross join lateral (values
  ('age', case when age(${signedAt}, ${person}.date_of_birth) < interval '18 years' then 'Under 18'
    when age(${signedAt}, ${person}.date_of_birth) < interval '40 years' then '18 to 39'
    when age(${signedAt}, ${person}.date_of_birth) < interval '65 years' then '40 to 64' else '65 and over' end),
  ('language', case when ${person}.language = 'en' then 'English' else 'Another language' end),
  ('need', case when ${person}.access_needs = '[]' then 'No need on record' else 'A communication need' end))
  as grouped (by, name)`

/** Time to decide, answered questions and the survey by groups of people, over the last span alone. */
export async function countGroups(scope: StaffSide, { bounds, timeZone }: FactTime): Promise<GroupTally[]> {
  const time = { bounds: bounds.slice(-2), timeZone }
  const compared = consentChecks.filter(({ item }) => item === 'CQ07' || item === 'CQ08')
  const ofConsents = await scope.tx.execute<Record<string, string>>(sql`${factsOf(scope, time)}
    select by, name, ${sql.join(compared.map(columnsOf), sql`, `)}
    from (select *, patient_language as language from facts where completed > 0) person
    ${groupsOf(sql`person`, sql`person.finalised_at`)} group by by, name order by by, name`)
  const ofSurveys = await scope.tx.execute<Record<string, string>>(sql`
    select by, name, count(*) as "CQ38_of",
      count(*) filter (where (s.answers ->> 'understood')::int >= ${agrees_from}) as "CQ38_count"
    from ${surveys} s join ${consents} c on c.clinic_id = s.clinic_id and c.id = s.consent_id
      join ${patients} person on person.clinic_id = c.clinic_id and person.id = c.patient_id
      ${groupsOf(sql`person`, sql`s.at`)}
    where s.clinic_id = ${scope.clinicId} and not s.is_skipped and s.at >= ${time.bounds[0]!.toISOString()}::timestamptz
      and s.at < ${time.bounds[1]!.toISOString()}::timestamptz group by by, name order by by, name`)
  const read = (rows: Record<string, string>[], item: string): GroupTally[] =>
    rows.map((row) => ({
      ...{ by: row.by as GroupTally['by'], name: row.name!, item },
      ...{ count: Number(row[`${item}_count`]), of: Number(row[`${item}_of`]) },
    }))
  return [...read(ofConsents.rows, 'CQ07'), ...read(ofConsents.rows, 'CQ08'), ...read(ofSurveys.rows, 'CQ38')]
}

export type ConsentBehind = {
  id: string
  treatment: string
  first_name: string
  last_name: string
  at: string
  waived: string
  is_met: boolean
}
type Page = { show: 'all' | 'gaps'; slice: Slice }

/** The consents behind the number of the last span: those that fall short first. */
export async function consentsBehind(
  scope: StaffSide,
  time: FactTime,
  { population, applies, met }: ConsentCheck,
  { show, slice }: Page,
): Promise<ConsentBehind[]> {
  const last = { ...time, bounds: time.bounds.slice(-2) }
  const { rows } = await scope.tx.execute<ConsentBehind>(sql`${factsOf(scope, last)},
    judged as (select *, coalesce(${met}, false) as is_met from facts
      where ${sql.identifier(population)} > 0 and ${applies})
    select id, treatment, first_name, last_name, coalesce(plan ->> 'reflectionWaived', '') as waived, is_met,
      case when ${population} = 'started' then started_at when ${population} = 'ended' then ended_at
        else finalised_at end as at
    from judged ${show === 'gaps' ? sql`where not is_met` : sql``}
    order by is_met, at desc, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}

export type PatientBehind = { id: string; first_name: string; last_name: string; is_met: boolean }

/** The patients of consents that were finalised in the last span, and whether they were asked what they need. */
export async function patientsBehind(
  scope: StaffSide,
  time: FactTime,
  { show, slice }: Page,
): Promise<PatientBehind[]> {
  const last = { ...time, bounds: time.bounds.slice(-2) }
  const { rows } = await scope.tx.execute<PatientBehind>(sql`${factsOf(scope, last)}
    select distinct patient_id as id, first_name, last_name, needs_asked_on is not null as is_met from facts
    where completed > 0 ${show === 'gaps' ? sql`and needs_asked_on is null` : sql``}
    order by is_met, last_name, first_name, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}

export type TemplateBehind = {
  id: string
  name: string
  label: string
  reading_grade: number | null
  clinical_owner_name: string
  review_due: string | null
  is_met: boolean
}

/** The templates of the last span, by what is asked of them. */
export async function templatesBehind(
  scope: StaffSide,
  time: FactTime,
  { asks, show, slice }: Page & { asks: 'is_easy' | 'is_approved' },
): Promise<TemplateBehind[]> {
  const last = { ...time, bounds: time.bounds.slice(-2) }
  const { rows } = await scope.tx.execute<TemplateBehind>(sql`with ${usedOf(scope, last)}
    select distinct on (is_met, name, id) * from (select template_id as id, name, label, reading_grade,
      clinical_owner_name, review_due::text, coalesce(${sql.identifier(asks)}, false) as is_met from named) n
    ${show === 'gaps' ? sql`where not is_met` : sql``}
    order by is_met, name, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}

/** How long patients waited for the answers to their questions, in hours: the median; null without any. */
export async function medianAnswerHours(scope: StaffSide, time: FactTime): Promise<number | null> {
  const last = { ...time, bounds: time.bounds.slice(-2) }
  const { rows } = await scope.tx.execute<{ hours: string | null }>(sql`${factsOf(scope, last)}
    select percentile_cont(0.5) within group (order by extract(epoch from answered - asked) / 3600) as hours
    from (select min(q.at) filter (where q.kind = 'asked') as asked,
        min(q.at) filter (where q.kind in ('answered', 'settled')) as answered
      from facts f join ${questionEntries} q on q.clinic_id = ${scope.clinicId} and q.consent_id = f.id
      where f.completed > 0 group by coalesce(q.question_id, q.id)) each where answered is not null`)
  const hours = rows[0]?.hours
  return hours === null || hours === undefined ? null : Math.round(Number(hours) * 10) / 10
}

export type SurveyBehind = ConsentBehind & { understood: number }

/** The surveys that were answered in the last span, by the consents that they are about. */
export async function surveysBehind(
  scope: StaffSide,
  { bounds }: FactTime,
  { show, slice }: Page,
): Promise<SurveyBehind[]> {
  const [first, last] = bounds.slice(-2).map((bound) => bound.toISOString())
  const { rows } = await scope.tx.execute<SurveyBehind>(sql`
    select * from (select c.id, c.treatment, p.first_name, p.last_name, s.at, '' as waived,
        (s.answers ->> 'understood')::int as understood, (s.answers ->> 'understood')::int >= ${agrees_from} as is_met
      from ${surveys} s join ${consents} c on c.clinic_id = s.clinic_id and c.id = s.consent_id
        join ${patients} p on p.clinic_id = c.clinic_id and p.id = c.patient_id
      where s.clinic_id = ${scope.clinicId} and not s.is_skipped
        and s.at >= ${first}::timestamptz and s.at < ${last}::timestamptz) answered
    ${show === 'gaps' ? sql`where not is_met` : sql``}
    order by is_met, at desc, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}
