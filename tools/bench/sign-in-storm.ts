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
import { fetchCaller, GoneAway, type FetchCaller } from '../prove/fetch-caller.ts'
import { newDataDir, openBenchWorld, quantile, timed } from './bench-world.ts'

const [seconds = 20, rounds = 5, signInsEachSecond = 16, othersEachSecond = 40] = process.argv
  .slice(2)
  .map(Number)
const times_max = 2
/** Beside the demo's own: nobody signs in much oftener than every few seconds. */
const added_staff = 40

type Account = { email: string; password: string; role: string; totpSecret?: string }

const dataDir = newDataDir()
const { address, owner, staff, close } = await openBenchWorld(4406, dataDir)
const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as { accounts: Account[] }
const manager = demo.accounts.find(({ role }) => role === 'clinic_admin')!
const accounts: Pick<Account, 'email' | 'password'>[] = [
  ...demo.accounts.filter(({ totpSecret }) => !totpSecret),
  ...(await addStaff(owner, manager.email, added_staff)).map((email) => ({ ...manager, email })),
]

const wrong: string[] = []
/** What is wrong is told at the end: the pace goes on. To be told to come back is wrong, too. */
const noted = (work: () => Promise<void>) => () =>
  work().catch((error: unknown) => {
    const isGone = error instanceof GoneAway
    wrong.push(isGone ? `No answer, or none for now (${error.status})` : (error as Error).message)
  })

/** Asks at a steady pace, whether or not what was asked before is answered; answers how long each took. */
async function atPace(eachSecond: number, ask: () => Promise<void>): Promise<number[]> {
  const begun = performance.now()
  const asked: Promise<{ ms: number }>[] = []
  for (let at = 0; at < eachSecond * seconds; at++) {
    await sleep(Math.max(0, begun + (at * 1000) / eachSecond - performance.now()))
    asked.push(timed(ask))
  }
  return (await Promise.all(asked)).map(({ ms }) => ms)
}

const others = [
  () => staff.call(contract.identity.session, {}),
  () => staff.call(contract.patients.list, {}),
] as const
const known = [await others[0](), await others[1]()]
let turn = 0
const askAsOthers = noted(async () => {
  const which = turn++ % others.length
  const answer = await others[which]!()
  if (!isDeepStrictEqual(answer, known[which])) throw new Error('Another answer than the first')
})

let signIns = 0
let admitted: { email: string; caller: FetchCaller }[] = []
const signIn = noted(async () => {
  const { email, password } = accounts[signIns++ % accounts.length]!
  const caller = fetchCaller(address)
  const { step } = await caller.call(contract.identity.signIn, { login: email, password })
  if (step !== 'open') throw new Error(`The sign-in of ${email} still owes: ${step}`)
  admitted.push({ email, caller })
})

/** After each turn, so that it takes nothing from what is measured. */
async function checkAdmitted(): Promise<void> {
  for (const { email, caller } of admitted)
    await noted(async () => {
      const { user } = await caller.call(contract.identity.session, {})
      if (user?.email !== email) throw new Error(`The session of ${email} is that of ${user?.email}`)
    })()
  admitted = []
}

type Turn = { others: number[]; signIns: number[] }
const turns: Record<string, () => Promise<Turn>> = {
  async without() {
    return { others: await atPace(othersEachSecond, askAsOthers), signIns: [] }
  },
  async with() {
    const [asked, signedIn] = await Promise.all([
      atPace(othersEachSecond, askAsOthers),
      atPace(signInsEachSecond, signIn),
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
  const done: Record<string, Turn> = {}
  for (const name of round % 2 ? names : names.toReversed()) done[name] = await turns[name]!()
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
const times = median['with, p99'] / median['without, p99']
console.log(`${signIns} sign-ins; with them the others' p99 is ${times.toFixed(2)} times that without`)
for (const fault of wrong.slice(0, 10)) console.error(fault)
if (wrong.length > 0) console.error(`${wrong.length} answers were wrong`)
if (times >= times_max) console.error(`${times.toFixed(2)} times, and ${times_max} is too much`)
process.exit(wrong.length > 0 || times >= times_max ? 1 : 0)
