import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { filePathsOf, type FileEncoding } from '../../contract/encoded-files.ts'
import { nextIpAddress } from '../../server/testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture } from '../access/access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from '../access/declared-operations.ts'
import { bombFiles, bombTexts } from './bomb-files.ts'
import { createFreshOperationFixture, everyId, type FuzzEnvironment } from './operation-fixture.ts'

/** Of the processor, for one file: far above what any takes, far below what would be missed. */
const cpu_ms_max = 6000
/** What the process may hold more than before, while it reads one. */
const memory_mb_max = 500
const sample_ms = 20

type Door = { declared: DeclaredOperation; path: string[]; encoding: FileEncoding }

/** Every field of every operation that a file comes in by. */
const doors: Door[] = declaredOperations.flatMap((declared) =>
  declared.input && declared.kind === 'operation'
    ? filePathsOf(declared.input as z.ZodType).map((found) => ({ declared, ...found }))
    : [],
)

/** An input with something else in one of its fields; a list has one entry then. */
function withField(value: unknown, [name, ...rest]: readonly string[], put: string): unknown {
  if (name === undefined) return put
  if (name === '*') {
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    return [withField(first ?? {}, rest, put)]
  }
  const known = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  return { ...known, [name]: withField(known[name], rest, put) }
}

const written: Record<FileEncoding, (file: Buffer) => string> = {
  base64: (file) => file.toString('base64'),
  text: (file) => file.toString('latin1'),
  'data-url': (file) => `data:image/png;base64,${file.toString('base64')}`,
}

type Measured = {
  door: string
  file: string
  status: number
  cpu_ms: number
  memory_mb: number
  wait_ms: number
}

let testApp: TestApp
const measured: Measured[] = []

async function measure(send: () => Promise<number>): Promise<Omit<Measured, 'door' | 'file'>> {
  const before_mb = process.memoryUsage().rss / 2 ** 20
  let most_mb = before_mb
  const sampler = setInterval(() => {
    most_mb = Math.max(most_mb, process.memoryUsage().rss / 2 ** 20)
  }, sample_ms)
  const delay = monitorEventLoopDelay({ resolution: sample_ms })
  delay.enable()
  const begun = process.cpuUsage()
  const status = await send()
  const { user, system } = process.cpuUsage(begun)
  delay.disable()
  clearInterval(sampler)
  most_mb = Math.max(most_mb, process.memoryUsage().rss / 2 ** 20)
  return {
    ...{ status, cpu_ms: (user + system) / 1000, memory_mb: most_mb - before_mb },
    wait_ms: delay.max / 1e6,
  }
}

beforeAll(async () => {
  testApp = await openTestApp()
  const ready = await createAccessFixture(testApp.clinicA, everyId)
  const theatre: FuzzEnvironment = { testApp, clinic: testApp.clinicA, ready }
  for (const { declared, path, encoding } of doors) {
    const { permitted, ids } = await createFreshOperationFixture(theatre, declared)
    const example = fillExample(declared.meta.example, ids)
    const files =
      encoding === 'text'
        ? Object.entries(bombTexts)
        : [
            ...Object.entries(bombFiles),
            ...Object.entries(bombTexts).map(([what, text]) => [what, Buffer.from(text)] as const),
          ]
    for (const [what, file] of files) {
      const put = typeof file === 'string' ? file : written[encoding](file)
      const request = declared.request(withField(example, path, put) as Record<string, unknown>)
      const sending = { from: nextIpAddress(), idempotencyKey: crypto.randomUUID() }
      const found = await measure(async () => (await permitted[0]!.send(request, sending)).status)
      measured.push({ door: declared.name, file: what, ...found })
    }
    await sleep(0)
  }
})
afterAll(() => testApp.close())

const most = (key: 'cpu_ms' | 'memory_mb' | 'wait_ms') =>
  measured.toSorted((one, other) => other[key] - one[key]).slice(0, 3)

it('were sent by every door that files come in by', () => {
  expect(new Set(doors.map(({ declared }) => declared.name)).size).toBeGreaterThan(12)
  expect(measured.length).toBeGreaterThan(doors.length * 10)
  // Past the door and into what reads them: refused there, as too large or as no such file.
  const statuses = new Set(measured.map(({ status }) => status))
  expect([...statuses].filter((status) => status >= 500 || status === 401 || status === 403)).toEqual([])
})

it('took no more of the processor and of memory than a file may', () => {
  console.log(
    JSON.stringify({
      files: measured.length,
      doors: doors.length,
      cpu: most('cpu_ms'),
      memory: most('memory_mb'),
      wait: most('wait_ms'),
    }),
  )
  expect(
    measured.filter(({ cpu_ms, memory_mb }) => cpu_ms > cpu_ms_max || memory_mb > memory_mb_max),
  ).toEqual([])
})

it('met no fault on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
