/**
 * A list of 5,000 templates: the first page and a search, as the product answers them over HTTP, beside the bare SQL
 * that reads the same rows. Prints medians in milliseconds; an answer may take three times as long as its SQL.
 *
 *   node tools/bench/template-list.ts [of each, 100]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { databaseName, readPasswords } from '../../server/platform/database/embedded-logins.ts'
import { ownerName, socketPort } from '../../server/platform/database/embedded-server.ts'
import { fetchCaller } from '../prove/fetch-caller.ts'
import { startServer, untilReady } from '../prove/test-server-process.ts'

const of_each = Number(process.argv[2] ?? 100)
const templates_count = 5_000
const ratio_max = 3
const port = 4392
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-bench-'))
const silent = { error() {}, warn() {}, info() {} }

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed_ms(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const addTemplates = `
  with made as (
    insert into templates (offered_to_all, name, description, treatment_type, current_version_id)
    select true, 'Filling ' || n, 'Number ' || n || ' of many', 'Type ' || n % 20, gen_random_uuid()
    from generate_series(1, ${templates_count}) n returning id, current_version_id)
  insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
  select current_version_id, id, 1, '1.0', '{}', '{}', '', 'library', '' from made`

const visibleFilter = `((owner_clinic_id is null and offered_to_all) or owner_clinic_id = $1) and deleted_at is null
  and status = 'active'`
const searchFilter = (words: string[]) =>
  [
    visibleFilter,
    ...words.map(
      (word) => `strpos(lower(name || ' ' || treatment_type || ' ' || description), '${word}') > 0`,
    ),
  ].join(' and ')

/** What somebody who knows the tables would write for one page and its total, as the role that may read them. */
const baselineSql = (app: pg.Client, clinicId: string, words: string[]) => async () => {
  await app.query(
    `begin; select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', '${clinicId}', true)`,
  )
  await app.query(`select count(*) from templates where ${searchFilter(words)}`, [clinicId])
  await app.query(
    `select * from templates where ${searchFilter(words)} order by treatment_type, name, id limit 25`,
    [clinicId],
  )
  await app.query('commit')
}

const server = startServer({ dataDir, port })
await untilReady(address)
const passwords = readPasswords(dataDir)
const login = (user: string, password: string) =>
  new pg.Client({
    host: openEmbeddedHome(dataDir, silent).socket,
    port: socketPort,
    user,
    password,
    database: databaseName,
  })
const owner = login(ownerName, passwords.owner)
await owner.connect()
await owner.query(addTemplates)
await owner.query('vacuum analyze templates')

type Demo = { accounts: { email: string; password: string; role: string }[] }
const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
const { email, password } = demo.accounts.find(({ role }) => role === 'clinic_admin')!
const staff = fetchCaller(address)
await staff.call(contract.identity.signIn, { login: email, password })
const { rows } = await owner.query<{ id: string }>('select clinic_id as id from staff where email = $1', [
  email,
])
const app = login('candour_app', passwords.app)
await app.connect()

const cases = [
  { name: 'first page', search: '' },
  { name: 'search of one', search: 'filling 4999' },
  { name: 'search of many', search: 'number type 7' },
]
const results = []
for (const { name, search } of cases) {
  const words = search.split(' ').filter(Boolean)
  const bare = baselineSql(app, rows[0]!.id, words)
  const ask = () => staff.call(contract.templates.list, { search })
  for (let warm = 0; warm < 10; warm++) {
    await bare()
    await ask()
  }
  const times = { sql: [] as number[], answer: [] as number[] }
  for (let n = 0; n < of_each; n++) {
    times.sql.push(await timed_ms(bare))
    times.answer.push(await timed_ms(ask))
  }
  const [sql, answer] = [median(times.sql), median(times.answer)]
  results.push({ list: name, 'SQL ms': sql.toFixed(1), 'answer ms': answer.toFixed(1), ratio: answer / sql })
}
console.table(results.map((row) => ({ ...row, ratio: row.ratio.toFixed(2) })))

await app.end()
await owner.end()
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })
const missed = results.filter(({ ratio }) => ratio > ratio_max)
for (const { list, ratio } of missed)
  console.error(`${list}: ${ratio.toFixed(2)} times its SQL, more than ${ratio_max}`)
process.exit(missed.length > 0 ? 1 : 0)
