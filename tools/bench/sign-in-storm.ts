/**
 * What many sign-ins at once do to everybody else: how long who is signed in and a list of patients take to be answered,
 * asked at a steady pace, in turns without and with sign-ins by password at a pace of their own. A late answer does not
 * put off the next question. With the storm the 99th of a hundred may take less than twice as long, by the medians of
 * all rounds. Every answer is compared with what was answered before anything was measured; every sign-in must succeed,
 * and its session know whose it is.
 *
 *   node tools/bench/sign-in-storm.ts [seconds, 20] [rounds, 5] [sign-ins a second, 16] [others a second, 40]
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../contract/index.ts'
import { addStaff } from '../prove/added-staff.ts'
import { fetchCaller, UnavailableError, type FetchCaller } from '../prove/fetch-caller.ts'
import { createDataDir, openBenchApp, quantile, measureTime } from './bench-app.ts'

const [seconds = 20, rounds = 5, signInsEachSecond = 16, othersEachSecond = 40] = process.argv
  .slice(2)
  .map(Number)
const slowdown_max = 2
/** Beside the demo's own: nobody signs in much oftener than every few seconds. */
const added_staff = 40

type Account = { email: string; password: string; role: string; totpSecret?: string }

const dataDir = createDataDir()
const { address, owner, staff, close } = await openBenchApp(4406, dataDir)
const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as { accounts: Account[] }
const manager = demo.accounts.find(({ role }) => role === 'clinic_admin')!
const accounts: Pick<Account, 'email' | 'password'>[] = [
  ...demo.accounts.filter(({ totpSecret }) => !totpSecret),
  ...(await addStaff(owner, manager.email, added_staff)).map((email) => ({ ...manager, email })),
]

const wrong: string[] = []
/** What is wrong is told at the end: the pace goes on. To be told to come back is wrong, too. */
const recordFailures = (work: () => Promise<void>) => () =>
  work().catch((error: unknown) => {
    const isGone = error instanceof UnavailableError
    wrong.push(isGone ? `No answer, or none for now (${error.status})` : (error as Error).message)
  })

/** Asks at a steady pace, whether or not what was asked before is answered; answers how long each took. */
async function runAtRate(eachSecond: number, ask: () => Promise<void>): Promise<number[]> {
  const begun = performance.now()
  const asked: Promise<{ ms: number }>[] = []
  for (let at = 0; at < eachSecond * seconds; at++) {
    await sleep(Math.max(0, begun + (at * 1000) / eachSecond - performance.now()))
    asked.push(measureTime(ask))
  }
  return (await Promise.all(asked)).map(({ ms }) => ms)
}

const otherRequests = [
  () => staff.call(contract.identity.session, {}),
  () => staff.call(contract.patients.list, {}),
] as const
const known = [await otherRequests[0](), await otherRequests[1]()]
let turn = 0
const sendOtherRequest = recordFailures(async () => {
  const which = turn++ % otherRequests.length
  const answer = await otherRequests[which]!()
  if (!isDeepStrictEqual(answer, known[which])) throw new Error('Another answer than the first')
})

let signIns = 0
let admitted: { email: string; caller: FetchCaller }[] = []
const signIn = recordFailures(async () => {
  const { email, password } = accounts[signIns++ % accounts.length]!
  const caller = fetchCaller(address)
  const { step } = await caller.call(contract.identity.signIn, { login: email, password })
  if (step !== 'open') throw new Error(`The sign-in of ${email} still owes: ${step}`)
  admitted.push({ email, caller })
})

/** After each turn, so that it takes nothing from what is measured. */
async function checkAdmitted(): Promise<void> {
  for (const { email, caller } of admitted)
    await recordFailures(async () => {
      const { user } = await caller.call(contract.identity.session, {})
      if (user?.email !== email) throw new Error(`The session of ${email} is that of ${user?.email}`)
    })()
  admitted = []
}

type RoundTimings = { others: number[]; signIns: number[] }
const roundRunners: Record<string, () => Promise<RoundTimings>> = {
  async without() {
    return { others: await runAtRate(othersEachSecond, sendOtherRequest), signIns: [] }
  },
  async with() {
    const [asked, signedIn] = await Promise.all([
      runAtRate(othersEachSecond, sendOtherRequest),
      runAtRate(signInsEachSecond, signIn),
    ])
    await checkAdmitted()
    return { others: asked, signIns: signedIn }
  },
}

type Round = Record<'without, median' | 'without, p99' | 'with, median' | 'with, p99', number> &
  Record<'sign-in, median' | 'sign-in, p95', number>
const measured: Round[] = []
// The first round warms up.
for (let round = 0; round <= rounds; round++) {
  const names = ['without', 'with']
  const done: Record<string, RoundTimings> = {}
  for (const name of round % 2 ? names : names.toReversed()) done[name] = await roundRunners[name]!()
  if (round === 0) continue
  const [calm, stormy] = [done['without']!, done['with']!]
  measured.push({
    'without, median': quantile(calm.others, 0.5),
    'without, p99': quantile(calm.others, 0.99),
    'with, median': quantile(stormy.others, 0.5),
    'with, p99': quantile(stormy.others, 0.99),
    'sign-in, median': quantile(stormy.signIns, 0.5),
    'sign-in, p95': quantile(stormy.signIns, 0.95),
  })
  console.log(JSON.stringify(measured.at(-1)))
}
await close()

const medianOf = (name: keyof Round) =>
  quantile(
    measured.map((round) => round[name]),
    0.5,
  )
const median = Object.fromEntries(
  Object.keys(measured[0]!).map((name) => [name, medianOf(name as keyof Round)]),
) as Round
const shown = (round: Round) =>
  Object.fromEntries(Object.entries(round).map(([name, ms]) => [name, Number(ms.toFixed(1))]))
console.table(
  Object.fromEntries([
    ...measured.map((round, at) => [`round ${at + 1}, ms`, shown(round)]),
    ['median, ms', shown(median)],
  ]),
)
const slowdown = median['with, p99'] / median['without, p99']
console.log(`${signIns} sign-ins; with them the others' p99 is ${slowdown.toFixed(2)} times that without`)
for (const fault of wrong.slice(0, 10)) console.error(fault)
if (wrong.length > 0) console.error(`${wrong.length} answers were wrong`)
if (slowdown >= slowdown_max) console.error(`${slowdown.toFixed(2)} times, and ${slowdown_max} is too much`)
process.exit(wrong.length > 0 || slowdown >= slowdown_max ? 1 : 0)
