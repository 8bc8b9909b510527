/**
 * Searches of one practice with a million patients, as somebody types them, and its list before anybody types: as the
 * product answers over HTTP beside the same SQL on a bare connection, taken in turns. Prints the 95th of a hundred in
 * milliseconds; an answer may take twice as long as its SQL, and its SQL ten milliseconds. Each answer is compared with
 * the rows that the bare statement gives, and the plans must name their indexes.
 *
 *   node tools/bench/patient-search.ts [of each, 100] [patients, 1000000]
 */
import { contract } from '../../contract/index.ts'
import { patients_counted_max, patient_search_results_max } from '../../contract/limits.ts'
import { parseSearchWords } from '../../server/modules/patients/patient-search-rules.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openBenchApp, quantile, measureTime, warmUpSearches } from './bench-app.ts'

const of_each = Number(process.argv[2] ?? 100)
const patients_count = Number(process.argv[3] ?? 1_000_000)
const ratio_max = 2
const sql_ms_max = 10
const page_size = 25

const { owner, app, staff, clinicId, asClinic, close } = await openBenchApp(4393)

await addBenchPatients(owner, clinicId, patients_count)

type Sampled = { first_name: string; last_name: string; born: string; phone: string }
const { rows: sampled } = await owner.query<Sampled>(
  `select first_name, last_name, to_char(date_of_birth, 'FMDD/FMMM/YYYY') as born, phone from patients
   where clinic_id = $1 and phone <> '' order by md5(id::text) limit $2`,
  [clinicId, of_each],
)

/** What somebody types for a patient in front of them. */
const cases: { name: string; typed: (patient: Sampled) => string }[] = [
  { name: 'before typing', typed: () => '' },
  { name: 'one letter', typed: ({ last_name }) => last_name.slice(0, 1) },
  { name: 'three letters', typed: ({ last_name }) => last_name.slice(0, 3) },
  { name: 'surname', typed: ({ last_name }) => last_name },
  { name: 'first and last name', typed: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  {
    name: 'beginnings of both',
    typed: ({ first_name, last_name }) => `${last_name.slice(0, 3)} ${first_name.slice(0, 2)}`,
  },
  { name: 'birth date', typed: ({ born }) => born },
  { name: 'day and month', typed: ({ born }) => born.split('/').slice(0, 2).join('/') },
  { name: 'name and year', typed: ({ last_name, born }) => `${last_name} ${born.slice(-4)}` },
  { name: 'phone', typed: ({ phone }) => `${phone.slice(0, 5)} ${phone.slice(5)}` },
  { name: 'five digits of it', typed: ({ phone }) => phone.slice(0, 5) },
  { name: 'its last six digits', typed: ({ phone }) => phone.slice(-6) },
  { name: 'name and its last four', typed: ({ last_name, phone }) => `${last_name} ${phone.slice(-4)}` },
  { name: 'surname, first name', typed: ({ first_name, last_name }) => `${last_name}, ${first_name}` },
  { name: 'surname in two words', typed: ({ last_name }) => `o ${last_name}` },
  {
    name: 'birth date in words',
    typed: ({ born }) => {
      const [day, month, year] = born.split('/')
      return `${day} ${['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'][Number(month) - 1]} ${year}`
    },
  },
  { name: 'nobody', typed: ({ last_name }) => `${last_name} zzz` },
]

const page = `order by last_name, first_name, id limit ${page_size}`
const own = `clinic_id = '${clinicId}' and status = 'active'`

/** What somebody who knows the tables would write for the first page and how many there are. */
async function bare(words: string[]): Promise<{ ids: string[]; total: number }> {
  if (words.length === 0) {
    const { rows: counted } = await app.query<{ total: number }>(
      `select count(*)::int as total from (select id from patients where ${own} limit ${patients_counted_max + 1}) counted`,
    )
    const { rows } = await app.query<{ id: string }>(`select * from patients where ${own} ${page}`)
    return { ids: rows.map(({ id }) => id), total: Math.min(counted[0]!.total, patients_counted_max) }
  }
  const { rows: found } = await app.query<{ id: string }>(
    `select search_patients('${clinicId}', $1, ${patient_search_results_max + 1}, '{active}') as id`,
    [words],
  )
  const { rows } = await app.query<{ id: string }>(
    `select * from patients where ${own} and id = any ($1) ${page}`,
    [found.slice(0, patient_search_results_max).map(({ id }) => id)],
  )
  return { ids: rows.map(({ id }) => id), total: Math.min(found.length, patient_search_results_max) }
}

async function planNames(index: string, text: string): Promise<boolean> {
  const { rows } = await asClinic(() => app.query<Record<string, string>>(`explain ${text}`))
  return rows.some((row) => row['QUERY PLAN']!.includes(index))
}

const results = []
const failures: string[] = []
for (const [place, { name, typed }] of cases.entries()) {
  const warming = warmUpSearches(sampled, place === 0)
  const times = { sql: [] as number[], answer: [] as number[] }
  for (const [at, patient] of [...warming, ...sampled].entries()) {
    const search = typed(patient)
    const sql = await measureTime(() => asClinic(() => bare(parseSearchWords(search.toLowerCase()))))
    const answer = await measureTime(() => staff.call(contract.patients.list, { search }))
    const isSame =
      answer.answer.total === sql.answer.total &&
      (answer.answer.isCapped || answer.answer.rows.every(({ id }, row) => id === sql.answer.ids[row]))
    if (!isSame) failures.push(`${name} (${search}): the answer is not what the SQL gives`)
    if (at < warming.length) continue
    times.sql.push(sql.ms)
    times.answer.push(answer.ms)
  }
  const [sql, answer] = [quantile(times.sql, 0.95), quantile(times.answer, 0.95)]
  if (answer > sql * ratio_max) failures.push(`${name}: ${(answer / sql).toFixed(2)} times its SQL`)
  if (sql > sql_ms_max) failures.push(`${name}: its SQL takes ${sql.toFixed(1)} ms`)
  const medians = { 'SQL median': quantile(times.sql, 0.5), 'answer median': quantile(times.answer, 0.5) }
  results.push({ search: name, 'SQL p95': sql, 'answer p95': answer, ...medians, ratio: answer / sql })
}
const range = `key >= 'smi' and key < 'smi' || chr(1114111)`
if (
  !(await planNames(
    'Index Only Scan using patient_keys',
    `select patient_id from patient_keys where ${own} and ${range}`,
  ))
)
  failures.push('a search does not use the index of keys')
if (!(await planNames('patients_by_name', `select * from patients where ${own} ${page}`)))
  failures.push('the list does not use the index of names')
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
