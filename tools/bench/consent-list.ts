/**
 * The list of consents of one practice with two million of them, narrowed as its people narrow it: as the product
 * answers over HTTP beside the same SQL on a bare connection, taken in turns. Prints the 95th of a hundred in
 * milliseconds; an answer may take twice as long as its SQL. Each answer is compared with what the bare statements give,
 * and the plans must name their indexes.
 *
 *   node tools/bench/consent-list.ts [of each, 100] [consents, 2000000]
 */
import { contract } from '../../contract/index.ts'
import { list_count_max, patient_search_results_max } from '../../contract/limits.ts'
import { parseSearchWords } from '../../server/modules/patients/index.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openBenchApp, quantile, measureTime, warmUpSearches } from './bench-app.ts'

const of_each = Number(process.argv[2] ?? 100)
const consents_count = Number(process.argv[3] ?? 2_000_000)
const patients_count = Math.ceil(consents_count / 5)
const ratio_max = 2
const page_size = 25

const { owner, app, staff, clinicId, asClinic, close } = await openBenchApp(4394)
await addBenchPatients(owner, clinicId, patients_count)

await addBenchConsents(owner, clinicId, consents_count)

type ConsentSample = {
  id: string
  first_name: string
  last_name: string
  treatment: string
  clinician_id: string
  template_id: string
  day: string
}
const { rows: sampled } = await owner.query<ConsentSample>(
  `select c.id, p.first_name, p.last_name, c.treatment, c.clinician_id, i.template_id,
     to_char(c.updated_at, 'YYYY-MM-DD') as day
   from consents c join patients p on p.clinic_id = c.clinic_id and p.id = c.patient_id
   join consent_items i on i.clinic_id = c.clinic_id and i.consent_id = c.id
   where c.clinic_id = $1 order by md5(c.id::text) limit $2`,
  [clinicId, of_each],
)

const views: Record<string, string> = {
  all: 'true',
  drafts: `c.status in ('draft', 'approved')`,
  awaiting: `c.status in ('sent', 'viewed')`,
  'not-opened': `c.status = 'sent'`,
  undelivered: `c.status in ('sent', 'viewed') and c.id = any(array(
    select m.about_id from messages m where m.clinic_id = '${clinicId}' and m.status in ('bounced', 'failed', 'unconfirmed')
    and not exists (select from messages n where n.clinic_id = m.clinic_id and n.about_id = m.about_id
      and (n.created_at, n.id) > (m.created_at, m.id))))`,
  questions: `c.questions_since is not null and c.status not in ('declined', 'withdrawn', 'expired', 'voided', 'superseded')`,
  expiring: `c.status in ('sent', 'viewed') and c.expires_at <= now() + interval '7 days'`,
  'to-countersign': `c.status = 'signed'`,
  reconfirm: `c.status in ('verbal', 'signed', 'finalised') and c.reconfirm_since is not null`,
  signed: `c.status in ('verbal', 'signed', 'finalised')`,
  declined: `c.status in ('declined', 'withdrawn')`,
}
type ListQuery = {
  view?: string
  search?: string
  clinicianId?: string
  templateId?: string
  from?: string
  to?: string
}

const cases: { name: string; ask: (sample: ConsentSample) => ListQuery }[] = [
  { name: 'all', ask: () => ({}) },
  ...Object.keys(views)
    .slice(1)
    .map((view) => ({ name: view, ask: () => ({ view }) })),
  { name: 'clinician', ask: ({ clinician_id }) => ({ clinicianId: clinician_id }) },
  {
    name: 'drafts of a clinician',
    ask: ({ clinician_id }) => ({ clinicianId: clinician_id, view: 'drafts' }),
  },
  { name: 'template', ask: ({ template_id }) => ({ templateId: template_id }) },
  { name: 'one day', ask: ({ day }) => ({ from: day, to: day }) },
  { name: 'declined of a day', ask: ({ day }) => ({ from: day, to: day, view: 'declined' }) },
  { name: 'first and last name', ask: (sample) => ({ search: `${sample.first_name} ${sample.last_name}` }) },
  { name: 'surname', ask: ({ last_name }) => ({ search: last_name }) },
  { name: 'treatment', ask: ({ treatment }) => ({ search: treatment.split(' ')[0]! }) },
  {
    name: 'name and treatment',
    ask: ({ last_name, treatment }) => ({ search: `${last_name} ${treatment.split(' ')[0]}` }),
  },
  { name: 'nothing', ask: () => ({ search: 'zzzz' }) },
]

const quoteList = (texts: readonly string[]) => texts.map((text) => app.escapeLiteral(text)).join(', ')
const clinicFilter = `c.clinic_id = '${clinicId}'`

/** The names of treatments, each found beyond the one before. */
const namesSql = `
  with recursive names (treatment) as (
    (select treatment from consents c where ${clinicFilter} order by treatment limit 1)
    union all
    select (select c.treatment from consents c where ${clinicFilter} and c.treatment > n.treatment order by c.treatment limit 1)
    from names n where n.treatment is not null)
  select treatment from names where treatment is not null`

/** What somebody who knows the tables would narrow the list by for what was typed. */
async function searchSql(search: string): Promise<string> {
  const words = search.toLowerCase().split(' ')
  const { rows: names } = await app.query<{ treatment: string }>(namesSql)
  const called = (some: string[]) =>
    names
      .map(({ treatment }) => treatment)
      .filter((name) => some.every((word) => name.toLowerCase().includes(word)))
  const patientsOf = async (some: string[]) => {
    const { rows } = await app.query<{ id: string }>(
      `select search_patients('${clinicId}', $1, ${patient_search_results_max + 1}, '{active,archived,left,deceased}') as id`,
      [parseSearchWords(some.join(' '))],
    )
    return rows.map(({ id }) => id)
  }
  const parts: string[] = []
  const add = (patients: string[] | null, treatments: string[] | null) => {
    if (patients?.length === 0 || treatments?.length === 0) return
    const both = [
      ...(patients ? [`c.patient_id in (${quoteList(patients)})`] : []),
      ...(treatments ? [`c.treatment in (${quoteList(treatments)})`] : []),
    ]
    parts.push(`(${both.join(' and ')})`)
  }
  add(await patientsOf(words), null)
  add(null, called(words))
  for (let place = 1; place < words.length; place++)
    for (const [ofPatient, ofTreatment] of [
      [words.slice(0, place), words.slice(place)],
      [words.slice(place), words.slice(0, place)],
    ] as const) {
      const treatments = called(ofTreatment)
      if (treatments.length > 0) add(await patientsOf(ofPatient), treatments)
    }
  return parts.length > 0 ? `(${parts.join(' or ')})` : 'false'
}

async function whereClause({ search, clinicianId, templateId, from, to }: ListQuery): Promise<string> {
  const parts = [
    clinicFilter,
    ...(search ? [await searchSql(search)] : []),
    ...(clinicianId ? [`coalesce(c.takeover_id, c.clinician_id) = '${clinicianId}'`] : []),
    ...(templateId
      ? [
          `exists (select from consent_items i where i.clinic_id = c.clinic_id and i.consent_id = c.id and i.template_id = '${templateId}')`,
        ]
      : []),
    ...(from ? [`c.updated_at >= ('${from}'::date)::timestamp at time zone 'Europe/London'`] : []),
    ...(to ? [`c.updated_at < ('${to}'::date + 1)::timestamp at time zone 'Europe/London'`] : []),
  ]
  return parts.join(' and ')
}

const pageSql = (where: string) => `
  select page.*, p.title, p.first_name, p.last_name, p.date_of_birth, s.first_name, s.last_name
  from (
    select c.id, c.kind, c.status, c.treatment, c.teeth, c.created_at, c.sent_at, c.signed_at, c.expires_at,
      c.reconfirm_since, c.updated_at, c.patient_id, coalesce(c.takeover_id, c.clinician_id) as carer_id
    from consents c where ${where} order by c.updated_at desc, c.id desc limit ${page_size}) page
  join patients p on p.clinic_id = '${clinicId}' and p.id = page.patient_id
  join staff s on s.clinic_id = '${clinicId}' and s.id = page.carer_id
  order by page.updated_at desc, page.id desc`

/** The first page and how many each view holds, as few statements as it takes. */
async function baselineQuery(asked: ListQuery): Promise<{ ids: string[]; counts: Record<string, number> }> {
  const where = await whereClause(asked)
  const counted = Object.entries(views).map(
    ([view, shown]) =>
      `(select count(*)::int from (select from consents c where ${where} and ${shown} limit ${list_count_max}) counted) as "${view}"`,
  )
  const { rows: counts } = await app.query<Record<string, number>>(`select ${counted.join(', ')}`)
  const { rows } = await app.query<{ id: string }>(pageSql(`${where} and ${views[asked.view ?? 'all']}`))
  return { ids: rows.map(({ id }) => id), counts: counts[0]! }
}

const results = []
const failures: string[] = []
for (const [place, { name, ask }] of cases.entries()) {
  const warming = warmUpSearches(sampled, place === 0)
  const times = { sql: [] as number[], answer: [] as number[] }
  for (const [at, sample] of [...warming, ...sampled].entries()) {
    const asked = ask(sample)
    const sql = await measureTime(() => asClinic(() => baselineQuery(asked)))
    const answer = await measureTime(() => staff.call(contract.consents.list, asked as { view: 'all' }))
    const isSame =
      answer.answer.rows.every(({ id }, row) => id === sql.answer.ids[row]) &&
      Object.entries(sql.answer.counts).every(([view, count]) => answer.answer.counts[view] === count)
    if (!isSame) failures.push(`${name} (${JSON.stringify(asked)}): the answer is not what the SQL gives`)
    if (at < warming.length) continue
    times.sql.push(sql.ms)
    times.answer.push(answer.ms)
  }
  const [sql, answer] = [quantile(times.sql, 0.95), quantile(times.answer, 0.95)]
  if (answer > sql * ratio_max) failures.push(`${name}: ${(answer / sql).toFixed(2)} times its SQL`)
  const medians = { 'SQL median': quantile(times.sql, 0.5), 'answer median': quantile(times.answer, 0.5) }
  results.push({ list: name, 'SQL p95': sql, 'answer p95': answer, ...medians, ratio: answer / sql })
}

/** Which index the plan of a list must name, for the role that asks. */
const expectedIndexes: [string, ListQuery][] = [
  ['consents_by_change', {}],
  ['consents_awaiting', { view: 'awaiting' }],
  ['consents_drafted', { view: 'drafts' }],
  ['consents_refused', { view: 'declined' }],
  ['consents_by_status', { view: 'to-countersign' }],
  ['consents_of_patient', { search: `${sampled[0]!.first_name} ${sampled[0]!.last_name}` }],
]
for (const [index, asked] of expectedIndexes) {
  const plan = await asClinic(async () => {
    const where = `${await whereClause(asked)} and ${views[asked.view ?? 'all']}`
    return app.query<Record<string, string>>(`explain ${pageSql(where)}`)
  })
  if (!plan.rows.some((row) => row['QUERY PLAN']!.includes(index)))
    failures.push(`the list of ${JSON.stringify(asked)} does not use ${index}`)
}
console.table(
  results.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? value.toFixed(2) : value]),
    ),
  ),
)
await close()
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
