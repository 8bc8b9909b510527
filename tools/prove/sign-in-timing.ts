/**
 * Wrong passwords for addresses that have an account and for addresses that have none, in turn: whoever measures the
 * answers must not be able to tell them apart. Prints the area under the ROC curve, which is 0.5 for a mere guess.
 *
 *   node tools/prove/sign-in-timing.ts [of each kind, 1000]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, untilReady } from './test-server-process.ts'
import { compareTimes } from './timing-comparison.ts'

const of_each = Number(process.argv[2] ?? 1000)
/** Wrong passwords that one account may have in five minutes, with some to spare. */
const attempts_per_window = 90
const pause_seconds = 301
const port = 4391
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-timing-'))

let asked = 0
/** Each attempt comes from an address of its own, as a patient attacker's would. */
const visitor = () => `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked++ & 255}`

/** Milliseconds until a wrong password was refused. */
async function measureRefusal(login: string): Promise<number> {
  const body = JSON.stringify({ login, password: 'not the password of anybody' })
  const headers = { origin: address, 'content-type': 'application/json', 'x-forwarded-for': visitor() }
  const begun = performance.now()
  const answer = await fetch(`${address}/api/sign-in`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (answer.status !== 401) throw new Error(`A wrong password was answered ${answer.status}`)
  return performance.now() - begun
}

const server = startServer({ dataDir, port })
await untilReady(address)
const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: { email: string }[]
}
const knownAccountTimes: number[] = []
const unknownAccountTimes: number[] = []
for (let warm = 0; warm < 20; warm++) await measureRefusal(`nobody${warm}@example.org`)
while (knownAccountTimes.length < of_each) {
  const round = Math.min(of_each - knownAccountTimes.length, attempts_per_window * accounts.length)
  for (let n = 0; n < round; n++) {
    const { email } = accounts[n % accounts.length]!
    // Of the same length, and in turn, so that the machine's moods fall on both alike.
    const stranger = `${email.slice(0, 2)}${String(n % attempts_per_window).padStart(2, '0')}${email.slice(4)}`
    const pair: [string, number[]][] = [
      [email, knownAccountTimes],
      [stranger, unknownAccountTimes],
    ]
    for (const [login, times] of n % 2 ? pair : pair.toReversed()) times.push(await measureRefusal(login))
  }
  if (knownAccountTimes.length < of_each) {
    console.error(`${knownAccountTimes.length} of ${of_each}; the limits of an account are waited for`)
    await sleep(pause_seconds * 1000)
  }
}
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })

const compared = compareTimes({ known: knownAccountTimes, unknown: unknownAccountTimes })
console.log(JSON.stringify(compared, null, 2))
process.exit(compared.isAlike ? 0 : 1)
