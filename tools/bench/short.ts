/**
 * The table of what is asked for most, at a tenth of its size and within ten minutes: statements, processors' time, rates
 * and times, each beside its goal and beside what was recorded (short-record.json). Ends with 1 where a figure fell a
 * fifth below that. Where the machine was busy before it began, rates and times are printed and not judged.
 *
 *   npm run bench -- short        or: node tools/bench/short.ts [patients, 100000] [consents, 200000]
 *
 * What it starts ends with it, however it ends.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import type { OperationMeta } from '../../contract/kit.ts'
import { killDatabase, startServer, stopServer, untilReady } from '../prove/test-server-process.ts'
import { createDataDir, measureTime, openBenchApp, quantile } from './bench-app.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchMetrics } from './bench-metrics.ts'
import { addBenchPatients } from './bench-patients.ts'
import {
  measureOpenings,
  measureReads,
  measureSignatures,
  untilJobsAreDone,
  type ProcessorTime,
} from './processor-measure.ts'
import { createConsentSender } from './recorded-workloads.ts'
import { judgeShort, type ShortFigure } from './short-verdict.ts'

const [patients_count = 100_000, consents_count = 200_000] = process.argv.slice(2).map(Number)
const port = 4412
const connections = 16
const counted_count = 20_000
const [openings, signatures, reads, rounds, worked_off] = [300, 150, 300, 3, 20]
const appointments_count = 60
const forms_each = 3
const boards_count = 40
const day_consents = 24
const starts = 3
/** A start goes on for a little once it is ready: only then is a stop a clean one. */
const settle_ms = 2000

const load_before = loadavg()[0]!
const isBusy = load_before >= availableParallelism()
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
const recorded = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'short-record.json'), 'utf8'),
) as Record<string, number>

const dataDir = createDataDir()
process.once('exit', () => {
  // Found by a file of its folder, so before that is removed.
  killDatabase(dataDir)
  const cluster = path.join(dataDir, 'postgres')
  for (const folder of [...(existsSync(cluster) ? [realpathSync(cluster)] : []), dataDir])
    rmSync(folder, { recursive: true, force: true })
})
// A program that is told to end leaves by its own door, which ends the product and its database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const figures: ShortFigure[] = []
type Goal = number | null
const addCount = (name: string, value: number, goal: Goal) =>
  figures.push({ name, value, goal, better: 'less', isJudgedWhenBusy: true })
const addTime = (name: string, value: number, goal: Goal) =>
  figures.push({ name, value, goal, better: 'less', isJudgedWhenBusy: false })
function addWork(name: string, { product, database, perSecond }: ProcessorTime, goal: Goal): void {
  addCount(`${name}: product, ms of a processor`, product, null)
  addCount(`${name}: database, ms of a processor`, database, null)
  figures.push({ name: `${name}: a second`, value: perSecond, goal, better: 'more', isJudgedWhenBusy: false })
}

/** Statements that an operation may take, which statement-counts.database.test.ts holds it to. */
const statementsOf = (operation: { '~orpc': { meta: unknown } }): number =>
  (operation['~orpc'].meta as OperationMeta).statementsMax!

const { signing, clinicFigures, patients, appointments, consents } = contract
const opening = [signing.open, signing.read].map(statementsOf)
addCount(
  'statements: open a consent',
  opening.reduce((sum, one) => sum + one),
  6,
)
addCount('statements: sign', statementsOf(signing.sign), 10)
addCount('statements: figures', statementsOf(clinicFigures.overview), 3)
addCount('statements: list of patients', statementsOf(patients.list), 3)
addCount('statements: day board', statementsOf(appointments.day), 4)
addCount('statements: send', statementsOf(consents.send), 10)

const bench = await openBenchApp(port, dataDir)
const { pid, owner, clinicId, staffId, staff, address, close } = bench
const app = { pid, owner, clinicId, origin: address, dataDir }
const options = { app, port, connections }
const staffHeaders = { cookie: staff.cookie() }

await addBenchPatients(owner, clinicId, patients_count)
await owner.query('set session_replication_role = replica')
await addBenchConsents(owner, clinicId, consents_count)
await addBenchMetrics(owner, clinicId, counted_count)
logProgress(`${patients_count} patients and ${consents_count} consents seeded`)

const { createDraft, sendDraft, sendOpened } = await createConsentSender(staff, address)
const first = await sendOpened()
addWork('opening', await measureOpenings(options, { first, pieces: openings, rounds }), 1400)
logProgress('openings measured')
const signed = await measureSignatures(options, { first, pieces: signatures, rounds, worked: worked_off })
addWork('signature', signed.signing, 550)
const { product, drawing, database } = signed.jobs
addCount('jobs of a signature: ms of a processor', product + drawing + database, null)
logProgress('signatures measured')

const lists = ['whi', 'smi', 'bro', 'tay', 'eva'].map((search) => ({
  ...{ path: `/api/clinic/patients?search=${search}`, headers: staffHeaders },
}))
addWork('list of patients', await measureReads(options, { asked: lists, pieces: reads, rounds }), null)
const overview = [{ path: '/api/clinic/analytics/overview', headers: staffHeaders }]
addWork('figures', await measureReads(options, { asked: overview, pieces: reads, rounds }), null)
logProgress('lists and figures measured')

const templateId = (await staff.call(contract.templates.list, { search: 'Premolar Root Canal' })).rows[0]!.id
// All that was opened is of one patient, who has no appointment.
const people = await owner.query<{ id: string }>(
  `select id from patients where clinic_id = $1
     and id <> (select patient_id from consents where id = $3) order by id limit $2`,
  [clinicId, appointments_count, first.consentId],
)
// Each of the day's patients has some forms of a real length besides those that are seeded without a text.
await owner.query(
  `with day as (select id, row_number() over () - 1 as at from unnest($1::uuid[]) id),
     long as (select id, row_number() over () - 1 as at from consents
       where clinic_id = $2 and content_hash = $3 and status = 'viewed' limit $4)
   update consents set patient_id = day.id from long join day on day.at = long.at % cardinality($1::uuid[])
   where consents.clinic_id = $2 and consents.id = long.id`,
  [people.rows.map(({ id }) => id), clinicId, first.read.contentHash, appointments_count * forms_each],
)
const { today } = await staff.call(contract.appointments.day, {})
const clinicianId = (await staff.call(contract.staff.clinicians, {}))[0]?.id ?? staffId
for (const [at, { id: patientId }] of people.rows.entries())
  await staff.call(
    contract.appointments.create,
    {
      ...{ patientId, clinicianId, day: today, minutes: 10 },
      time: `${String(8 + Math.floor(at / 6)).padStart(2, '0')}:${(at % 6) * 10 || '00'}`,
      treatments: [{ templateId, teeth: ['35'], area: null, pricePence: null }],
    },
    randomUUID(),
  )
// As PostgreSQL does by itself within a minute.
await owner.query('analyze')
const board = [{ path: `/api/clinic/appointments?day=${today}&clinician=all`, headers: staffHeaders }]
const boards = await measureReads(
  { ...options, connections: 1 },
  { asked: board, pieces: boards_count, rounds: 1 },
)
addCount('day board: product and database, ms of a processor', boards.product + boards.database, null)
addTime('day board of 60, ms, 95 of a hundred', quantile(boards.each_ms, 0.95), 25)
logProgress('day board measured')

await untilJobsAreDone(owner)
const drafts: string[] = []
for (let at = 0; at < day_consents; at++) drafts.push(await createDraft())
await untilJobsAreDone(owner)
const accepted = await measureTime(async () => {
  for (const draft of drafts) await sendDraft(draft, 'email')
})
addTime('24 consents of a day: accepted, s', accepted.ms / 1000, 1.5)
const worked = await measureTime(() => untilJobsAreDone(owner))
addTime('24 consents of a day: all work done, s', (accepted.ms + worked.ms) / 1000, 20)
logProgress('a day sent')

await close(false)
const ready_ms: number[] = []
for (let start = 0; start < starts; start++) {
  const server = startServer({ dataDir, port })
  const { ms } = await measureTime(() => untilReady(address, server))
  ready_ms.push(ms)
  await sleep(settle_ms)
  await stopServer(server)
}
addTime('start to ready, s', quantile(ready_ms, 0.5) / 1000, 0.7)

const { rows, fallen } = judgeShort(figures, recorded, isBusy)
console.table(rows)
console.log(`load ${load_before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`)
if (isBusy) console.log('The machine was busy: rates and times are not judged.')
for (const name of fallen) console.error(`${name} fell by more than a fifth`)
process.exit(fallen.length > 0 ? 1 : 0)
