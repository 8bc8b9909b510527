/**
 * The search of the command menu in one practice with a million patients and as many consents, as somebody types: the
 * 95th of a hundred answers over HTTP in milliseconds, of which each may take fifty. Each must hold the patient who was
 * meant, where the words tell one.
 *
 *   node tools/bench/command-search.ts [of each, 100] [patients, 1000000]
 */
import { contract } from '../../contract/index.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchPatients } from './bench-patients.ts'
import { measureTime, openBenchApp, quantile, warmUpSearches } from './bench-app.ts'

const of_each = Number(process.argv[2] ?? 100)
const patients_count = Number(process.argv[3] ?? 1_000_000)
const answer_ms_max = 50

const { owner, staff, clinicId, close } = await openBenchApp(4399)
await addBenchPatients(owner, clinicId, patients_count)
await addBenchConsents(owner, clinicId, patients_count)

type Sampled = { id: string; first_name: string; last_name: string; born: string; treatment: string }
const { rows: sampled } = await owner.query<Sampled>(
  `select p.id, p.first_name, p.last_name, to_char(p.date_of_birth, 'DD/MM/YYYY') as born, c.treatment
   from consents c join patients p on p.clinic_id = c.clinic_id and p.id = c.patient_id
   where c.clinic_id = $1 order by md5(c.id::text) limit $2`,
  [clinicId, of_each],
)

const cases: { name: string; typed: (sample: Sampled) => string; isOne?: true }[] = [
  { name: 'one letter', typed: ({ last_name }) => last_name.slice(0, 1) },
  { name: 'four letters', typed: ({ last_name }) => last_name.slice(0, 4) },
  { name: 'surname', typed: ({ last_name }) => last_name },
  { name: 'first and last name', typed: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  {
    name: 'name and birth date',
    typed: ({ first_name, last_name, born }) => `${first_name} ${last_name} ${born}`,
    isOne: true,
  },
  { name: 'surname and treatment', typed: ({ last_name, treatment }) => `${last_name} ${treatment}` },
  { name: 'treatment', typed: ({ treatment }) => treatment },
  { name: 'six words', typed: ({ last_name, treatment }) => `a ${last_name} ${treatment} and on` },
  { name: 'nobody', typed: ({ last_name }) => `${last_name} zzz` },
]

const results = []
const failures: string[] = []
for (const [place, { name, typed, isOne }] of cases.entries()) {
  const warming = warmUpSearches(sampled, place === 0)
  const times: number[] = []
  for (const [at, sample] of [...warming, ...sampled].entries()) {
    const text = typed(sample)
    const { ms, answer } = await measureTime(() => staff.call(contract.search.find, { text }))
    if (isOne && !answer.patients.some(({ id }) => id === sample.id))
      failures.push(`${name}: the patient who was meant is not found`)
    if (at >= warming.length) times.push(ms)
  }
  const p95 = quantile(times, 0.95)
  if (p95 > answer_ms_max) failures.push(`${name}: ${p95.toFixed(1)} ms`)
  results.push({
    search: name,
    'answer p95': p95.toFixed(2),
    'answer median': quantile(times, 0.5).toFixed(2),
  })
}
console.table(results)
await close()
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
