/**
 * The running product reads so many appointments, with their patients and clinicians, from a server that answers as Dentally's
 * documentation says. First as it is: what that takes of time, memory and statements. Then in a second installation that is
 * killed at 50 random instants of its runs, while the practice system tells it to wait, fails, is slow or silent, answers
 * rubbish, and its appointments change. Afterwards each appointment must be on the board once, as it is there, and nothing
 * may have been asked for before the time that was told. PROVE_SEED repeats a run. Prints its counts.
 *
 *   node tools/prove/practice-system.ts [appointments, 10000]
 */
import { loadavg } from 'node:os'
import { fillMockDentally, openMockDentally } from '../../server/testing/mock-dentally.ts'
import { day_ms } from '../../server/testing/test-clock.ts'
import { compareBoards, type ComparedBoards } from './board-comparison.ts'
import { openConnectable, type ConnectedPractice } from './connected-practice.ts'
import { runFaultTest, type FaultTest } from './fault-test-run.ts'
import { createFaultyRuns, type Random } from './faulty-practice-system.ts'

const appointments = Number(process.argv[2] ?? 10_000)
if (!Number.isInteger(appointments) || appointments < 100) throw new Error('Name at least 100 appointments')
const patients = Math.ceil(appointments / 4)
const runs_max = 400
const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 1e9))

/** Pseudo-random numbers that a seed repeats. */
function createRandom(): Random {
  let state = seed
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 1 + (Math.floor(state / 65_536) % max)
  }
}

async function openConnected(proof: FaultTest, port: number) {
  const peer = await openMockDentally()
  proof.atEnd(() => peer.close())
  fillMockDentally(peer, { patients, appointments, from: new Date(Date.now() + 30 * day_ms) })
  const practice = await openConnectable(proof, { port, peer })
  return { peer, practice }
}

/** Lets the first run read who works there, and says which clinician that is. */
async function begin(practice: ConnectedPractice): Promise<void> {
  await practice.connect()
  await practice.untilEnded()
  if (!(await practice.matchClinician())) throw new Error('The first run has read no clinician')
  await practice.untilEnded()
}

/** Lets one run follow the other until one finds nothing more to read; how many it took. */
async function readToEnd(practice: ConnectedPractice): Promise<number> {
  for (let runs = 1; runs <= runs_max; runs++) {
    const { lastRunAt, nextRunAt } = await practice.state()
    if (nextRunAt) practice.setOnTo(new Date(nextRunAt.getTime() + 1000))
    await practice.ask()
    await practice.untilEnded()
    const after = await practice.state()
    if (after.lastRunAt !== null && after.lastRunAt.getTime() !== lastRunAt?.getTime()) return runs
  }
  throw new Error(`The reading had not ended after ${runs_max} runs`)
}

async function measure(
  proof: FaultTest,
): Promise<{ figures: Record<string, number>; compared: ComparedBoards }> {
  const { peer, practice } = await openConnected(proof, 4426)
  await practice.product.forget()
  const begun = performance.now()
  await begin(practice)
  const runs = 2 + (await readToEnd(practice))
  const took_ms = Math.round(performance.now() - begun)
  const figures = { took_ms, runs, requests: peer.asked.length, ...(await practice.product.expense()) }
  return { figures, compared: await compareBoards(practice.product.database, peer) }
}

/** Every fault as often as it comes, in an order of the seed. */
function planFaults({ peer, practice, proof, random, expect }: Parameters<typeof createFaultyRuns>[0]) {
  const runs = createFaultyRuns({ peer, practice, proof, random, expect })
  const times = (count: number, fault: () => Promise<void>) => Array.from({ length: count }, () => fault)
  const plan = [
    ...times(38, runs.kill),
    ...times(12, runs.killWhileSlow),
    ...times(8, () => runs.limit(429)),
    ...times(3, () => runs.limit(503)),
    ...[500, 502, 503, 504, 500].map((status) => () => runs.fail(status)),
    ...times(2, runs.limitBy403),
    ...times(3, runs.answerRubbish),
    ...times(2, runs.beSilent),
  ]
  for (let last = plan.length - 1; last > 0; last--) {
    const other = random(last + 1) - 1
    ;[plan[last], plan[other]] = [plan[other]!, plan[last]!]
  }
  return plan
}

async function injectFaults(proof: FaultTest, compared: ComparedBoards) {
  const { peer, practice } = await openConnected(proof, 4427)
  const expect = (invariant: string, holds: boolean, what: string) => {
    compared.checked[invariant] = (compared.checked[invariant] ?? 0) + 1
    if (!holds) compared.amiss.push(`${invariant}: ${what}`)
  }
  await begin(practice)
  const plan = planFaults({ peer, practice, proof, random: createRandom(), expect })
  for (const [n, fault] of plan.entries()) {
    await fault()
    if (n % 10 === 9) console.error(`${n + 1} of ${plan.length} faults, ${peer.asked.length} requests`)
  }
  // What was changed within the last minutes is asked for by the runs after them.
  for (let pass = 0; pass < 2; pass++) await readToEnd(practice)
  const { checked, amiss } = await compareBoards(practice.product.database, peer)
  const { problem } = await practice.state()
  expect('no problem is left', problem === null, `${problem}`)
  return { requests: peer.asked.length, checked, amiss }
}

await runFaultTest(async (proof) => {
  console.error(`seed ${seed}`)
  const { figures, compared } = await measure(proof)
  console.error(JSON.stringify(figures))
  const found: ComparedBoards = { checked: {}, amiss: [] }
  const faulty = await injectFaults(proof, found)
  const merged = { ...found.checked, ...faulty.checked }
  for (const [invariant, count] of Object.entries(compared.checked))
    merged[invariant] = (merged[invariant] ?? 0) + count
  return {
    counts: {
      ...{ seed, appointments, patients, load: loadavg().map(Math.round) },
      'read once, without faults': figures,
      'requests of the runs with faults': faulty.requests,
      'invariants checked': merged,
    },
    amiss: [...compared.amiss, ...found.amiss, ...faulty.amiss],
  }
})
