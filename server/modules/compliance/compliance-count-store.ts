import { sql, type SQL } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { surveys } from '../aftercare/aftercare-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { questionEntries } from '../questions/question-schema.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'
import { consentChecks, type ConsentCheck } from './compliance-checks.ts'
import type { FactPeriod } from './compliance-facts-store.ts'
import { dayTotals, lastSpanOf, marksSql, usedVersionsIn, type MarkPeriod } from './compliance-mark-store.ts'
import type { GroupTally, Tally } from './compliance-rules.ts'

/** What is counted of each item in each span, the oldest first. */
export type Tallies = Map<string, Tally[]>

const zeroTallies = ({ spans }: MarkPeriod): Tally[] => spans.map(() => ({ count: 0, of: 0 }))

const bitOf = (item: string) => Number(item.slice(2))

/** The items about single consents, from the days that are kept; and beside them the patients who were asked what they need. */
export async function countConsents(scope: StaffScope, time: MarkPeriod): Promise<Tallies> {
  const tallies: Tallies = new Map(consentChecks.map(({ item }) => [item, zeroTallies(time)]))
  const items = new Map(consentChecks.map(({ item }) => [bitOf(item), item]))
  for (const { span, item, applies, met } of await dayTotals(scope, time))
    // What was counted of an item that the list no longer has.
    if (items.has(item)) tallies.get(items.get(item)!)![span - 1] = { count: met, of: applies }
  return tallies.set('CQ21', await countAskedPatients(scope, time))
}

/** The patients of completed consents, each once in a span, and how many of them were asked what they need. */
async function countAskedPatients(scope: StaffScope, time: MarkPeriod): Promise<Tally[]> {
  const { rows } = await scope.tx.execute<{
    span: number
    of: number
    count: number
  }>(sql`${marksSql(scope, time)}
    select span, count(*)::int as of, count(needs_asked_on)::int as count
    from (select span, patient_id from marks where population = 'completed' group by 1, 2) seen
      join ${patients} p on p.clinic_id = ${scope.clinicId} and p.id = seen.patient_id
    group by span`)
  const spans = zeroTallies(time)
  for (const { span, count, of } of rows) spans[span - 1] = { count, of }
  return spans
}

/** The versions of templates that were used in each span, with what is asked of them. */
const usedVersionsSql = (scope: StaffScope, time: MarkPeriod): SQL => {
  const ends = sql.join(
    time.spans.map(({ to }) => sql`${to}::date`),
    sql`, `,
  )
  return sql`${usedVersionsIn(scope, time)},
    named as (select u.span, v.id as version_id, v.template_id, v.label, v.reading_grade, t.name, t.clinical_owner_name,
        t.review_due, v.reading_grade <= 8 as is_easy,
        t.clinical_owner_gdc is not null and t.review_due > (array[${ends}])[u.span] as is_approved
      from used u join ${templateVersions} v on v.id = u.id join ${templates} t on t.id = v.template_id)`
}

export async function countTemplates(scope: StaffScope, time: MarkPeriod): Promise<Tallies> {
  const { rows } = await scope.tx.execute<Record<string, string>>(sql`${usedVersionsSql(scope, time)}
    select span, count(*) as versions, count(*) filter (where is_easy) as easy,
      count(distinct template_id) as templates, count(distinct template_id) filter (where is_approved) as approved
    from named group by span`)
  const [easy, approved] = [zeroTallies(time), zeroTallies(time)]
  for (const row of rows) {
    easy[Number(row.span) - 1] = { count: Number(row.easy), of: Number(row.versions) }
    approved[Number(row.span) - 1] = { count: Number(row.approved), of: Number(row.templates) }
  }
  return new Map([
    ['CQ24', easy],
    ['CQ25', approved],
  ])
}

/** From here on somebody agrees. */
const agree_score_min = 4
/** Whether somebody says that they knew enough and, where that was asked too, had enough time. */
const agrees = sql.raw(
  `((answers ->> 'understood')::int >= ${agree_score_min} and coalesce((answers ->> 'time')::int, ${agree_score_min}) >= ${agree_score_min})`,
)

/** Surveys that were answered in each span. */
export async function countSurveys(scope: StaffScope, { bounds }: FactPeriod): Promise<Tally[]> {
  const list = sql.join(
    bounds.map((bound) => sql`${bound.toISOString()}::timestamptz`),
    sql`, `,
  )
  const { rows } = await scope.tx.execute<Record<string, string>>(sql`
    select width_bucket(at, array[${list}]) as span, count(*) as answered,
      count(*) filter (where ${agrees}) as agreed
    from ${surveys} where clinic_id = ${scope.clinicId} and not is_skipped
      and at >= ${bounds[0]!.toISOString()}::timestamptz and at < ${bounds.at(-1)!.toISOString()}::timestamptz
    group by 1`)
  const spans: Tally[] = bounds.slice(1).map(() => ({ count: 0, of: 0 }))
  for (const row of rows)
    spans[Number(row.span) - 1] = { count: Number(row.agreed), of: Number(row.answered) }
  return spans
}

const groupColumnsSql = (person: SQL, signedAt: SQL): SQL => sql`cross join lateral (values
  ('age', case when age(${signedAt}, ${person}.date_of_birth) < interval '18 years' then 'Under 18'
    when age(${signedAt}, ${person}.date_of_birth) < interval '40 years' then '18 to 39'
    when age(${signedAt}, ${person}.date_of_birth) < interval '65 years' then '40 to 64' else '65 and over' end),
  ('language', case when ${person}.language = 'en' then 'English' else 'Another language' end),
  ('need', case when ${person}.access_needs = '[]' then 'No need on record' else 'A communication need' end))
  as grouped (by, name)`

/** Time to decide, answered questions and the survey by groups of people, over the last span alone. */
export async function countGroups(scope: StaffScope, time: MarkPeriod & FactPeriod): Promise<GroupTally[]> {
  const [from, to] = time.bounds.slice(-2).map((bound) => bound.toISOString())
  const last = lastSpanOf(time)
  const compared = ['CQ07', 'CQ08'].map(
    (
      item,
    ) => sql`count(*) filter (where applies >> ${sql.raw(String(bitOf(item)))} & 1 = 1) as ${sql.identifier(`${item}_of`)},
      count(*) filter (where met >> ${sql.raw(String(bitOf(item)))} & 1 = 1) as ${sql.identifier(`${item}_count`)}`,
  )
  const ofConsents = await scope.tx.execute<Record<string, string>>(sql`${marksSql(scope, last)}
    select by, name, ${sql.join(compared, sql`, `)}
    from marks join ${patients} person on person.clinic_id = ${scope.clinicId} and person.id = marks.patient_id
    ${groupColumnsSql(sql`person`, sql`marks.at`)} where population = 'completed' group by by, name order by by, name`)
  const ofSurveys = await scope.tx.execute<Record<string, string>>(sql`
    select by, name, count(*) as "CQ38_of",
      count(*) filter (where ${agrees}) as "CQ38_count"
    from ${surveys} s join ${consents} c on c.clinic_id = s.clinic_id and c.id = s.consent_id
      join ${patients} person on person.clinic_id = c.clinic_id and person.id = c.patient_id
      ${groupColumnsSql(sql`person`, sql`s.at`)}
    where s.clinic_id = ${scope.clinicId} and not s.is_skipped and s.at >= ${from}::timestamptz
      and s.at < ${to}::timestamptz group by by, name order by by, name`)
  const read = (rows: Record<string, string>[], item: string): GroupTally[] =>
    rows.map((row) => ({
      ...{ by: row.by as GroupTally['by'], name: row.name!, item },
      ...{ count: Number(row[`${item}_count`]), of: Number(row[`${item}_of`]) },
    }))
  return [...read(ofConsents.rows, 'CQ07'), ...read(ofConsents.rows, 'CQ08'), ...read(ofSurveys.rows, 'CQ38')]
}

export type ConsentEvidenceRow = {
  id: string
  treatment: string
  first_name: string
  last_name: string
  at: string
  waived: string
  is_met: boolean
}
type RecordsPage = { show: 'all' | 'gaps'; slice: Slice }

/** The consents behind the number of the last span: those that fall short first. */
export async function listItemConsents(
  scope: StaffScope,
  time: MarkPeriod,
  { item, population }: ConsentCheck,
  { show, slice }: RecordsPage,
): Promise<ConsentEvidenceRow[]> {
  const bit = sql.raw(String(bitOf(item)))
  const { rows } = await scope.tx.execute<ConsentEvidenceRow>(sql`${marksSql(scope, lastSpanOf(time))},
    page as (select consent_id, at, met >> ${bit} & 1 = 1 as is_met from marks
      where population = ${population} and applies >> ${bit} & 1 = 1 ${show === 'gaps' ? sql`and met >> ${bit} & 1 = 0` : sql``}
      order by is_met, at desc, consent_id limit ${slice.limit} offset ${slice.offset})
    select c.id, c.treatment, p.first_name, p.last_name, coalesce(c.plan ->> 'reflectionWaived', '') as waived, page.is_met,
      page.at
    from page join ${consents} c on c.clinic_id = ${scope.clinicId} and c.id = page.consent_id
      join ${patients} p on p.clinic_id = c.clinic_id and p.id = c.patient_id
    order by page.is_met, page.at desc, c.id`)
  return rows
}

export type PatientEvidenceRow = { id: string; first_name: string; last_name: string; is_met: boolean }

/** The patients of consents that were finalised in the last span, and whether they were asked what they need. */
export async function listItemPatients(
  scope: StaffScope,
  time: MarkPeriod,
  { show, slice }: RecordsPage,
): Promise<PatientEvidenceRow[]> {
  const { rows } = await scope.tx.execute<PatientEvidenceRow>(sql`${marksSql(scope, lastSpanOf(time))}
    select p.id, p.first_name, p.last_name, p.needs_asked_on is not null as is_met
    from (select distinct patient_id from marks where population = 'completed') seen
      join ${patients} p on p.clinic_id = ${scope.clinicId} and p.id = seen.patient_id
    ${show === 'gaps' ? sql`where p.needs_asked_on is null` : sql``}
    order by is_met, p.last_name, p.first_name, p.id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}

export type TemplateEvidenceRow = {
  id: string
  name: string
  label: string
  reading_grade: number | null
  clinical_owner_name: string
  review_due: string | null
  is_met: boolean
}

/** The templates of the last span, by what is asked of them. */
export async function listItemTemplates(
  scope: StaffScope,
  time: MarkPeriod,
  { asks, show, slice }: RecordsPage & { asks: 'is_easy' | 'is_approved' },
): Promise<TemplateEvidenceRow[]> {
  const { rows } = await scope.tx.execute<TemplateEvidenceRow>(sql`${usedVersionsSql(scope, lastSpanOf(time))}
    select distinct on (is_met, name, id) * from (select template_id as id, name, label, reading_grade,
      clinical_owner_name, review_due::text, coalesce(${sql.identifier(asks)}, false) as is_met from named) n
    ${show === 'gaps' ? sql`where not is_met` : sql``}
    order by is_met, name, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}

/** How long patients waited for the answers to their questions, in hours: the median; null without any. */
export async function medianAnswerHours(scope: StaffScope, time: MarkPeriod): Promise<number | null> {
  const bit = sql.raw(String(bitOf('CQ08')))
  const { rows } = await scope.tx.execute<{ hours: string | null }>(sql`${marksSql(scope, lastSpanOf(time))}
    select percentile_cont(0.5) within group (order by extract(epoch from answered - asked) / 3600) as hours
    from (select min(q.at) filter (where q.kind = 'asked') as asked,
        min(q.at) filter (where q.kind in ('answered', 'settled')) as answered
      from marks m join ${questionEntries} q on q.clinic_id = ${scope.clinicId} and q.consent_id = m.consent_id
      where m.population = 'completed' and m.applies >> ${bit} & 1 = 1 group by coalesce(q.question_id, q.id)) each where answered is not null`)
  const hours = rows[0]?.hours
  return hours === null || hours === undefined ? null : Math.round(Number(hours) * 10) / 10
}

export type SurveyEvidenceRow = ConsentEvidenceRow & { understood: number; had_time: number | null }

/** The surveys that were answered in the last span, by the consents that they are about. */
export async function listItemSurveys(
  scope: StaffScope,
  { bounds }: FactPeriod,
  { show, slice }: RecordsPage,
): Promise<SurveyEvidenceRow[]> {
  const [first, last] = bounds.slice(-2).map((bound) => bound.toISOString())
  const { rows } = await scope.tx.execute<SurveyEvidenceRow>(sql`
    select * from (select c.id, c.treatment, p.first_name, p.last_name, s.at, '' as waived,
        (s.answers ->> 'understood')::int as understood, ${agrees} as is_met, (s.answers ->> 'time')::int as had_time
      from ${surveys} s join ${consents} c on c.clinic_id = s.clinic_id and c.id = s.consent_id
        join ${patients} p on p.clinic_id = c.clinic_id and p.id = c.patient_id
      where s.clinic_id = ${scope.clinicId} and not s.is_skipped
        and s.at >= ${first}::timestamptz and s.at < ${last}::timestamptz) answered
    ${show === 'gaps' ? sql`where not is_met` : sql``}
    order by is_met, at desc, id limit ${slice.limit} offset ${slice.offset}`)
  return rows
}
