/**
 * The record of a consent, drawn and sealed, beside a warm browser printing a page of the same words and pictures, in
 * turns: drawn and sealed at least eight times as fast, or for an eighth of what it takes of the processors, which is told
 * beside the time: a machine that is busy with other things makes both last longer. The same record drawn twice is the
 * same bytes.
 *
 *   node tools/bench/document-sealing.ts [of each, 40]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSealing } from './bench-documents.ts'
import { quantile, measureTime } from './bench-app.ts'
import { cpuMsBelow, ownCpuMs } from './cpu-time.ts'

const of_each = Number(process.argv[2] ?? 40)
const times_cheaper_min = 8
const turns_in_a_row = 20
const warm_up_turns = 60

const { draw, sealed, stop } = await openSealing()
const printer = fork(new URL('./printing-child.ts', import.meta.url), { execArgv: [] })
const [{ browser }] = await once(printer, 'message')
console.log(browser)

async function print(turn: number): Promise<void> {
  printer.send(turn)
  await once(printer, 'message')
}

/** Of each its time, and of all what they took of the processors. */
type Costs = { ms: number[]; cpuMs: number }
const emptyCosts = (): Costs => ({ ms: [], cpuMs: 0 })
const costs = { sealed: emptyCosts(), afresh: emptyCosts(), printed: emptyCosts() }
/** Does the work for each of these turns; the processes are looked at before and after, and not in between. */
async function measureCosts(
  on: Costs,
  turns: readonly number[],
  work: (turn: number) => Promise<unknown>,
  cpuMs: () => number,
) {
  const before = cpuMs()
  for (const turn of turns) on.ms.push((await measureTime(() => work(turn))).ms)
  on.cpuMs += cpuMs() - before
}
/** This process and the one that draws; the browser's are its own, however many they are, without what drives it. */
const serverCpuMs = () =>
  ownCpuMs() + cpuMsBelow(process.pid, (command) => command.includes('typesetter-child'))
const browserCpu = () => cpuMsBelow(printer.pid!, () => true)
for (let turn = -warm_up_turns; turn < of_each; turn += turns_in_a_row) {
  const turns = Array.from({ length: turns_in_a_row }, (_none, step) => turn + step)
  // The first ones warm up.
  const on = turn < 0 ? { sealed: emptyCosts(), afresh: emptyCosts(), printed: emptyCosts() } : costs
  await measureCosts(on.sealed, turns, (each) => sealed(each), serverCpuMs)
  await measureCosts(on.afresh, turns, (each) => sealed(each, true), serverCpuMs)
  await measureCosts(on.printed, turns, print, browserCpu)
}
printer.disconnect()
const median = ({ ms }: Costs) => quantile(ms, 0.5)
const meanCpu = ({ ms, cpuMs }: Costs) => cpuMs / ms.length
const speedup = {
  time: median(costs.printed) / median(costs.sealed),
  cpu: meanCpu(costs.printed) / meanCpu(costs.sealed),
}
const failures: string[] = []
if (speedup.cpu < times_cheaper_min)
  failures.push(`a record takes only ${speedup.cpu.toFixed(1)} times less of the processors than a print`)
if (!Buffer.from(await draw(1)).equals(Buffer.from(await draw(1))))
  failures.push('the same record drawn twice is not the same bytes')
const row = (what: string, of: Costs) => ({
  what,
  'median ms': median(of).toFixed(1),
  'p95 ms': quantile(of.ms, 0.95).toFixed(1),
  'mean CPU ms': meanCpu(of).toFixed(1),
})
console.table([
  row('drawn and sealed', costs.sealed),
  row('the same, every paragraph another', costs.afresh),
  row('printed', costs.printed),
  {
    what: 'times as fast',
    'median ms': speedup.time.toFixed(1),
    'p95 ms': '',
    'mean CPU ms': speedup.cpu.toFixed(1),
  },
])

await stop()
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
