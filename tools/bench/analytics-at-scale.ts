/**
 * The figures of a practice with two million consents beside those of one with twenty thousand: each screen as the
 * product answers over HTTP, both in turns, of one year and of five. Prints the 95th of a hundred in milliseconds; two
 * million may take three times as long. What was seeded is what consents count as; the figures are then made by the
 * product's own recount, and a change after it is added as the product adds it. Each total is compared with a count of
 * the seeded consents.
 *
 *   node tools/bench/analytics-at-scale.ts [of each, 100] [many, 2000000] [few, 20000]
 */
import type pg from 'pg'
import { contract } from '../../contract/index.ts'
import { addBenchMetrics } from './bench-metrics.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openBenchApp, quantile, measureTime } from './bench-app.ts'

const of_each = Number(process.argv[2] ?? 100)
const many = Number(process.argv[3] ?? 2_000_000)
const few = Number(process.argv[4] ?? 20_000)
const ratio_max = 3
const fields_from = { year: '2025-01', years: '2021-01' }
const to = '2025-12'

const { owner, staff, clinicId, staffId, otherManager, close } = await openBenchApp(4396)

/** Five years of consents: 60 treatments of which some are common, 20 clinicians, how far each came and how it was read. */
const addConsents = `
  insert into consents (clinic_id, id, patient_id, clinician_id, status, plan, treatment, content, content_hash,
    created_by, created_at, updated_at, sent_at, expires_at)
  select $1, uuidv7(), person.id, $3, 'finalised', '{}', 'Treatment ' || (1 + floor(power(random(), 2) * 60))::int,
    '{}', '', $3, sent, sent, sent, sent + interval '30 days'
  from (select timestamptz '2021-01-01' + random() * (timestamptz '2026-01-01' - timestamptz '2021-01-01') as sent
    from generate_series(1, $2::int)) made cross join (select id from patients where clinic_id = $1 limit 1) person`

type Practice = { clinicId: string; staffId: string; caller: typeof staff }

/** Consents and what they count as, without what the database does for each by itself, and then the product's recount. */
async function seed(db: pg.Client, { clinicId: clinic, staffId: by }: Practice, count: number) {
  await addBenchPatients(db, clinic, 100)
  await db.query('set session_replication_role = replica')
  await db.query('delete from consents where clinic_id = $1', [clinic])
  await db.query(addConsents, [clinic, count, by])
  await addBenchMetrics(db, clinic, count)
}

/** No screen of the figures reads consents; without these they are there in half the time. */
async function dropIndexes(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'consents'::regclass and indexrelid not in (select conindid from pg_constraint)`,
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
}

const largePractice: Practice = { clinicId, staffId, caller: staff }
const smallPractice: Practice = await otherManager().then(({ staff: caller, ...ids }) => ({ ...ids, caller }))
const startedAt = performance.now()
await dropIndexes(owner)
await seed(owner, smallPractice, few)
await seed(owner, largePractice, many)
console.log(`seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

const measureCounts = async ({ clinicId: clinic }: Practice) => {
  const { rows } = await owner.query<{ sent: number; figures: number }>(
    `select (select count(*)::int from consent_counts where clinic_id = $1) as sent,
       (select count(*)::int from clinic_figures where clinic_id = $1) as figures`,
    [clinic],
  )
  return rows[0]!
}
for (const practice of [smallPractice, largePractice]) {
  const { sent, figures } = await measureCounts(practice)
  const period = { period: 'months', from: fields_from.years, to } as const
  const { total } = await practice.caller.call(contract.clinicFigures.overview, period)
  if (total?.sent !== sent) throw new Error(`${total?.sent} were told of ${sent} consents`)
  console.log(`${sent} consents in ${figures} figures`)
}

/** How long it takes to count one consent as something else, as each move of a consent does. */
async function measureTransitionCost({ clinicId: clinic }: Practice): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    'select consent_id as id from consent_counts where clinic_id = $1 limit $2',
    [clinic, of_each],
  )
  const times: number[] = []
  for (const { id } of rows) {
    const { ms } = await measureTime(() =>
      owner.query(
        `update consent_counts set counts = counts || '{"signed":1,"signed_later":1}' where clinic_id = $1 and consent_id = $2`,
        [clinic, id],
      ),
    )
    times.push(ms)
  }
  return quantile(times, 0.5)
}

let missedGoals = 0
const screens = ['overview', 'treatments', 'clinicians', 'reading', 'feedback'] as const
console.log('screen and period: p95 of few, p95 of many, times')
for (const screen of screens)
  for (const [span, from] of Object.entries(fields_from)) {
    const ask = ({ caller }: Practice) =>
      measureTime(() => caller.call(contract.clinicFigures[screen], { period: 'months', from, to }))
    const [ofFew, ofMany]: [number[], number[]] = [[], []]
    for (let at = 0; at < of_each; at++) {
      ofFew.push((await ask(smallPractice)).ms)
      ofMany.push((await ask(largePractice)).ms)
    }
    const [fast, slow] = [quantile(ofFew, 0.95), quantile(ofMany, 0.95)]
    const ratio = slow / fast
    if (ratio > ratio_max) missedGoals++
    console.log(`${screen}, ${span}: ${fast.toFixed(1)}, ${slow.toFixed(1)}, ${ratio.toFixed(2)}`)
  }
const [ofFew, ofMany] = [
  await measureTransitionCost(smallPractice),
  await measureTransitionCost(largePractice),
]
console.log(`a change of one consent, half of them: ${ofFew.toFixed(1)}, ${ofMany.toFixed(1)}`)
await close()
process.exit(missedGoals > 0 ? 1 : 0)
