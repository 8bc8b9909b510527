/**
 * The evidence list of a practice with two hundred thousand consents in a year beside that of one with two thousand: how
 * long the product takes to mark them all, and then each screen over HTTP in turns. Prints medians in milliseconds; the
 * overview of the year has to come within a second. Each total is compared with a count of all records anew.
 *
 *   node tools/bench/evidence-at-scale.ts [of each, 20] [many, 200000] [few, 2000]
 */
import type pg from 'pg'
import { contract } from '../../contract/index.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openBenchApp, quantile, measureTime } from './bench-app.ts'

const of_each = Number(process.argv[2] ?? 20)
const many = Number(process.argv[3] ?? 200_000)
const few = Number(process.argv[4] ?? 2000)
const overview_ms_max = 1000
const year = 2025
const indexing_ms_max = 30 * 60_000

const { owner, staff, clinicId, staffId, otherManager, close } = await openBenchApp(4450)
type Practice = { clinicId: string; staffId: string; caller: typeof staff }

/** A year of finalised consents with what stands beside each, straight into the tables. */
const statements = [
  `create temporary table made as
   select uuidv7() as id, at, place, (select array_agg(id) from patients where clinic_id = $1) [1 + place % $4::int] as patient_id
   from (select place, timestamptz '${year}-01-01' + random() * interval '364 days' as at from generate_series(1, $2::int) place) each
   where $3::uuid is not null`,
  `insert into consents (clinic_id, id, patient_id, clinician_id, status, plan, treatment, content, content_hash, created_by,
     created_at, updated_at, sent_at, viewed_at, signed_at, finalised_at, started_at, confirmed_at, valid_until, reflection_hours)
   select $1, id, patient_id, $3, case when place % 50 = 0 then 'withdrawn' else 'finalised' end,
     jsonb_build_object('options', jsonb_build_array(jsonb_build_object('title', 'Crown', 'notSuitable', '')),
       'recommended', case when place % 4 > 0 then 0 end, 'recommendedWhy', 'It lasts longest.', 'personalRisks', '[]'::jsonb,
       'noPersonalRisks', '', 'language', 'en', 'format', 'standard', 'linkDays', null, 'reflectionWaived', ''),
     'Root canal', '{"title":"Root canal"}', repeat('a', 64), $3, at - interval '4 days', at, at - interval '3 days',
     at - interval '3 days', at - interval '1 day', at, case when place % 5 > 0 then at + interval '2 days' end,
     case when place % 5 > 0 then at + interval '47 hours' end, at + interval '90 days', 24
   from made where $2::int > 0 and $4::int > 0`,
  `insert into consent_items (clinic_id, consent_id, template_id, template_version_id, teeth, treatment, price_pence)
   select $1, made.id, t.template_id, t.id, '["46"]', 'Root canal', 7350
   from made join (select v.*, row_number() over (order by v.id) - 1 as at from (select v.id, v.template_id from template_versions v
     join templates on templates.current_version_id = v.id where owner_clinic_id is null limit 60) v) t on t.at = place % 60
   where $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into consent_discussions (clinic_id, consent_id, staff_id, by_name, "on", mode, note, what_matters, understanding, copy,
     recorded_at)
   select $1, id, $3, 'Tom Hughes', at - interval '80 hours', 'in-person', repeat('Went through it all. ', 3),
     case when place % 3 > 0 then 'To keep the tooth' else '' end, 'explained-back', 'handed', at - interval '80 hours'
   from made where $2::int > 0 and $4::int > 0`,
  `insert into signatures (clinic_id, consent_id, link_id, idempotency_key, name, signer_role, mark, mark_hash, statements, content_hash,
     at, ip, user_agent)
   select $1, id, id, id, 'Eleanor', 'patient', '{"kind":"typed","typed":"Eleanor"}', repeat('a', 64), '[]', repeat('a', 64),
     at - interval '1 day', '192.0.2.1', 'bench' from made where $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into countersignatures (clinic_id, consent_id, staff_id, name, gdc_number, content_hash, at)
   select $1, id, $3, 'Tom Hughes', '248163', repeat('a', 64), at from made where $2::int > 0 and $4::int > 0`,
  `insert into consent_events (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, hash, previous_hash)
   select $1, id, number, event, at + (number - 3) * interval '1 hour', 'bench', '', '', '{}', id::text || number,
     case when number = 1 then '' else id::text || (number - 1) end
   from made cross join lateral (values (1, 'consent.sent'), (2, 'consent.viewed'), (3, 'consent.signed'),
     (4, 'consent.finalised'), (5, case when place % 50 = 0 then 'consent.withdrawn' end)) e (number, event)
   where event is not null and $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into surveys (clinic_id, consent_id, template_ids, is_skipped, answers, at)
   select $1, id, '[]', false, jsonb_build_object('understood', 3 + place % 3, 'asSaid', 4, 'again', 4, 'regret', 1),
     at + interval '20 days' from made where place % 4 = 0 and $2::int > 0 and $3::uuid is not null and $4::int > 0`,
  `insert into messages (clinic_id, kind, channel, about_id, recipient, status)
   select $1, 'signed-copy', 'email', id, 'bench@example.org', 'delivered'
   from made where place % 2 = 0 and $2::int > 0 and $3::uuid is not null and $4::int > 0`,
]

async function seed(db: pg.Client, practice: Practice, count: number): Promise<void> {
  const patients = Math.max(20, Math.round(count / 4))
  await addBenchPatients(db, practice.clinicId, patients)
  // As a database that was there before: nothing was marked as it came, and all of it is marked now.
  await db.query('set session_replication_role = replica')
  for (const statement of statements)
    await db.query(statement, [practice.clinicId, count, practice.staffId, patients])
  await db.query('drop table made')
  await db.query('set session_replication_role = origin')
  await db.query('delete from compliance_countings where clinic_id = $1', [practice.clinicId])
}

/** Waits until nothing of a practice is unmarked. */
async function waitUntilIndexed({ caller }: Practice): Promise<void> {
  const until = Date.now() + indexing_ms_max
  for (;;) {
    const { uncounted } = await caller.call(contract.compliance.overview, periodInput)
    if (uncounted === 0) {
      const { rows } = await owner.query('select 1 from compliance_waiting limit 1')
      if (rows.length === 0) return
    }
    if (Date.now() > until) throw new Error(`${uncounted} are still not marked`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

const periodInput = { period: 'year', from: `${year}-06-01` } as const
const large: Practice = { clinicId, staffId, caller: staff }
const small: Practice = await otherManager().then(({ staff: caller, ...ids }) => ({ ...ids, caller }))
await seed(owner, small, few)
await seed(owner, large, many)
for (const table of [
  'consents',
  'consent_items',
  'consent_discussions',
  'signatures',
  'consent_events',
  'messages',
  'surveys',
])
  await owner.query(`vacuum analyze ${table}`)

// While it is marked, the screen answers and says what is missing.
const first = await measureTime(() => large.caller.call(contract.compliance.overview, periodInput))
console.log(`while ${first.answer.uncounted} were not marked, the overview came in ${first.ms.toFixed(0)} ms`)
const indexingResult = await measureTime(() => waitUntilIndexed(large))
console.log(`${many} consents marked in ${(indexingResult.ms / 1000).toFixed(0)} s`)
await waitUntilIndexed(small)
await owner.query('vacuum analyze compliance_marks')
await owner.query('vacuum analyze compliance_days')

for (const [practice, count] of [
  [small, few],
  [large, many],
] as const) {
  const { items } = await practice.caller.call(contract.compliance.overview, periodInput)
  const found = items.find(({ id }) => id === 'CQ05')!
  const { rows } = await owner.query<{ of: number; met: number }>(
    `select count(*)::int as of, (count(*) filter (where exists (select from consent_discussions d where d.clinic_id = c.clinic_id
       and d.consent_id = c.id and what_matters <> '')))::int as met
     from consents c where clinic_id = $1 and finalised_at >= '${year}-01-01' and finalised_at < '${year + 1}-01-01'
       and status <> 'voided' and kind <> 'refusal'`,
    [practice.clinicId],
  )
  const [of, met] = [rows[0]!.of, rows[0]!.met]
  if (found.of !== of || found.count !== met || of < count)
    throw new Error(`${found.count} of ${found.of} were told, ${met} of ${of} counted`)
}

let missed = 0
console.log('screen: median of few, median of many, 95th of many')
const screens = {
  overview: ({ caller }: Practice) => caller.call(contract.compliance.overview, periodInput),
  ...Object.fromEntries(
    ['CQ01', 'CQ05', 'CQ08', 'CQ21', 'CQ25', 'CQ38', 'CQ39'].map((itemId) => [
      itemId,
      ({ caller }: Practice) => caller.call(contract.compliance.item, { itemId, ...periodInput }),
    ]),
  ),
}
for (const [screen, ask] of Object.entries(screens)) {
  const [ofFew, ofMany]: [number[], number[]] = [[], []]
  for (let at = 0; at < of_each; at++) {
    ofFew.push((await measureTime(() => ask(small))).ms)
    ofMany.push((await measureTime(() => ask(large))).ms)
  }
  const [fast, slow] = [quantile(ofFew, 0.5), quantile(ofMany, 0.5)]
  if (screen === 'overview' && slow > overview_ms_max) missed++
  console.log(`${screen}: ${fast.toFixed(0)}, ${slow.toFixed(0)}, ${quantile(ofMany, 0.95).toFixed(0)}`)
}
await close()
process.exit(missed > 0 ? 1 : 0)
