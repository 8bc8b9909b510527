/**
 * How the product's time for each piece of work grows with what a practice has: baseline-comparison.ts with each of
 * these sizes, each on a data directory of its own. Each has twice as many consents as patients, of which one in ten is
 * counted. Time may grow by the size to the power of a fifth at most: a hundred
 * times as much may take two and a half times as long.
 *
 *   node tools/bench/growth.ts [patients, 10000 100000 1000000]
 *
 * BENCH_DATA names a folder where what was seeded is kept and used again, by its size; BENCH_WORKS the works, if not all.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { slopeOf } from './linear-regression.ts'

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 1 ? given : [10_000, 100_000, 1_000_000]
const rounds = 2
const exponent_max = 0.2

/** A line of the bench that is run, as far as it matters here. */
type Measured = { work: string; connections: number; 'product/s': number }

const bench = path.join(import.meta.dirname, 'baseline-comparison.ts')
const { BENCH_DATA: kept } = process.env

/** Milliseconds that each work takes at one connection. */
async function timesAt(patients: number): Promise<Map<string, number>> {
  const sized = [patients, 2 * patients, rounds, patients / 5].map(String)
  const env = { ...process.env, ...(kept && { BENCH_DATA: path.join(kept, String(patients)) }) }
  const child = spawn(process.execPath, [bench, ...sized], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const times = new Map<string, number>()
  let hasEnded = false
  for await (const line of createInterface(child.stdout)) {
    console.log(line)
    hasEnded ||= line.startsWith('┌')
    const [json] = /\{.*\}$/.exec(line) ?? []
    if (!json) continue
    const { work, connections, 'product/s': rate } = JSON.parse(json) as Measured
    if (connections === 1) times.set(work, 1000 / rate)
  }
  await ended
  // It also ends with 1 where a goal of its own is missed, which is not what is asked here.
  if (!hasEnded) throw new Error(`The bench with ${patients} patients did not come to its end`)
  return times
}

const bySize: [number, Map<string, number>][] = []
for (const size of sizes) bySize.push([size, await timesAt(size)])

const works = [...bySize[0]![1].keys()]
const grown = works.map((work) => {
  const times = bySize.map(([size, each]) => [size, each.get(work)!] as const)
  return {
    work,
    times,
    exponent: slopeOf(times.map(([size, ms]) => [Math.log(size), Math.log(ms)])),
  }
})
console.table(
  grown.map(({ work, times, exponent }) => ({
    work,
    ...Object.fromEntries(times.map(([size, ms]) => [`${size}, ms`, Number(ms.toFixed(2))])),
    exponent: Number(exponent.toFixed(3)),
    goal: exponent_max,
  })),
)
// What is not a number is missed too.
const missed = grown.filter(({ exponent }) => !(exponent <= exponent_max))
for (const { work, exponent } of missed)
  console.error(`${work} grows by the power of ${exponent.toFixed(3)}, ${exponent_max} is the goal`)
process.exit(missed.length > 0 || works.length === 0 ? 1 : 0)
