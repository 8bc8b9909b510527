/**
 * Two instances behind a plain proxy hold as many open patient pages and day boards as are asked for: each page has its
 * own link and session and tells how it is read, each board hears news and asks for the day again, while patients sign.
 * Then many more requests come than can be served: some are told to come back (503 with Retry-After), and what was
 * admitted is answered in time. These ask the instances themselves, in turns and by as little work as can be: beside a
 * proxy of this process they would wait for that, and the instances for them. Prints its counts.
 *
 *   node tools/prove/open-pages.ts [pages, 2000] [boards, 200] [seconds, 180] [callers at once, 1500]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { operationRequest } from '../../contract/operation-request.ts'
import { addStaff } from './added-staff.ts'
import { fetchCaller, UnavailableError, randomAddress, type FetchCaller } from './fetch-caller.ts'
import { checkInvariants } from './invariants.ts'
import { startMixedLoad } from './mixed-load.ts'
import { startExternalDatabase } from './external-database.ts'
import { createTestProxy } from './round-robin-proxy.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { consentDraftInput, createRetry, openPractice, type Practice } from './signed-consents.ts'

const [pages, boards, seconds, storm_at_once] = [
  Number(process.argv[2] ?? 2000),
  Number(process.argv[3] ?? 200),
  Number(process.argv[4] ?? 180),
  Number(process.argv[5] ?? 1500),
]
const [proxyPort, ...ports] = [4426, 4427, 4428]
const address = `http://localhost:${proxyPort}`
/** As an open page tells: after a minute of reading. */
const report_ms = 60_000
const setup_concurrency = 12
/** Who was admitted is answered within this, however many others come: 99 of a hundred. */
const response_ms_max = 10_000
/** Who is told to come back in two seconds is told so within these, 99 of a hundred. */
const rejection_ms_max = 2000
/** Once nobody is too many any more, the next is answered within this. */
const recovered_ms_max = 10_000
/** After that so many ask one after the other, of whom nobody is told to come back. */
const requests_after_storm = 50
const storm_seconds = 30
/** No answer that holds a form is shorter. */
const page_bytes_min = 10_000

const percentile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0)
const summarizeTimes = (times: readonly number[]) => ({
  ...{ count: times.length, median_ms: percentile(times, 0.5) },
  ...{ p95_ms: percentile(times, 0.95), p99_ms: percentile(times, 0.99) },
})

/** What was answered how quickly, and what was not. */
class Answers {
  readonly times: Record<string, number[]> = {}
  readonly wrong: string[] = []
  /** How long it took, of each who was told to come back. */
  readonly toldToWait: number[] = []
  cutOff = 0

  /** Asks once; true where it was answered. Who is told to come back waits for as long as they were told. */
  async ask(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const begun = performance.now()
    try {
      await work()
      ;(this.times[name] ??= []).push(performance.now() - begun)
      return true
    } catch (error) {
      if (!(error instanceof UnavailableError)) {
        if (this.wrong.push((error as Error).message) <= 5) console.error((error as Error).message)
      } else if (error.status !== 503) this.cutOff++
      else {
        this.toldToWait.push(performance.now() - begun)
        if (error.retryAfter === null) this.wrong.push('503 did not say when to ask again')
        await sleep(Number(error.retryAfter ?? 1) * 1000 * (0.75 + Math.random() / 2))
      }
      return false
    }
  }

  async insist(name: string, work: () => Promise<unknown>): Promise<void> {
    while (!(await this.ask(name, work)));
  }

  get table() {
    return Object.fromEntries(
      Object.entries(this.times).map(([name, times]) => [name, summarizeTimes(times)]),
    )
  }
}

type Page = { patient: FetchCaller; consentId: string; visit: string; reports: number; openedAt: number }
const insist = createRetry(() => {})

/** A consent of its own for each page, sent and opened. */
async function openPage(practice: Practice): Promise<Page> {
  const { staff, dateOfBirth } = practice
  const key = randomUUID()
  const { id: consentId } = await insist(() =>
    staff.call(contract.consents.create, consentDraftInput(practice), `${key}-create`),
  )
  await insist(() =>
    staff.call(contract.consents.send, { consentId, by: 'link', unaskedAcknowledged: true }, `${key}-send`),
  )
  const { url } = await insist(() => staff.call(contract.signing.createLink, { consentId }))
  const accessToken = url.split('/').pop()!
  const patient = fetchCaller(address)
  await insist(() => patient.call(contract.signing.open, { accessToken }))
  await insist(() => patient.call(contract.signing.verify, { accessToken, dateOfBirth }))
  await insist(() => patient.call(contract.signing.read, { consentId }))
  return { patient, consentId, visit: randomUUID(), reports: 0, openedAt: Date.now() }
}

const keepAliveAgent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Opens a page anew at one of the instances; what comes is counted, and not looked into. */
async function reopenPage({ patient, consentId }: Page, port: number): Promise<void> {
  const { method, url } = operationRequest(contract.signing.read, { consentId })
  const headers = { cookie: patient.cookie(), 'x-forwarded-for': randomAddress() }
  const request = http
    .request({ host: '127.0.0.1', port, method, path: url, headers, agent: keepAliveAgent })
    .end()
  const gone = () => {
    throw new UnavailableError(0)
  }
  const [answer] = (await once(request, 'response').catch(gone)) as [http.IncomingMessage]
  let bytes = 0
  answer.on('data', (some: Buffer) => (bytes += some.length))
  await once(answer, 'end').catch(gone)
  if (answer.statusCode === 503) throw new UnavailableError(503, answer.headers['retry-after'] ?? null)
  if (answer.statusCode !== 200 || bytes < page_bytes_min)
    throw new Error(`A page was answered ${answer.statusCode} with ${bytes} bytes`)
}

/** So many more of the first practice's staff, signed in. */
async function signInStaff(login: pg.ClientConfig, dataDir: string, count: number): Promise<FetchCaller[]> {
  const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { email: string; password: string; role: string }[]
  }
  const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!
  const owner = new pg.Client(login)
  await owner.connect()
  const emails = await addStaff(owner, email, count)
  await owner.end()
  return runInBatches(emails, 6, async (login) => {
    const caller = fetchCaller(address)
    await insist(() => caller.call(contract.identity.signIn, { login, password }))
    return caller
  })
}

/** Does the same to each, so many at once. */
async function runInBatches<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const waiting = [...all]
  const made: R[] = []
  const one = async () => {
    while (waiting.length > 0) made.push(await work(waiting.pop()!))
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return made
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const database = await startExternalDatabase(dataDir)
  proof.atEnd(() => database.stop())
  const settings = { ...database.settings(), PUBLIC_ADDRESS: address }
  for (const port of ports) {
    const server = startServer({ dataDir, port, settings })
    proof.atEnd(() => stopServer(server))
    await untilReady(`http://localhost:${port}`)
  }
  const proxy = createTestProxy(ports)
  await new Promise<void>((resolve) => proxy.server.listen(proxyPort, resolve))
  proof.atEnd(() => (proxy.server.close(), proxy.server.closeAllConnections()))
  const practice = await openPractice(address, dataDir)
  const callers = await signInStaff(database.owner, dataDir, boards)
  console.error(`${callers.length} of staff are signed in`)
  const open: Page[] = []
  await runInBatches([...Array(pages).keys()], setup_concurrency, async () => {
    open.push(await openPage(practice))
    if (open.length % 100 === 0) console.error(`${open.length} of ${pages} pages are open`)
  })

  proof.atEnd(() => keepAliveAgent.destroy())
  const stop = new AbortController()
  const calm = new Answers()
  let [heard, hearing] = [0, 0]

  /** A day board: hears news, and asks for the day once for what comes together, as the screen does. */
  async function watch(staff: FetchCaller): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const headers = { cookie: staff.cookie() }
        const answer = await fetch(`${address}/api/clinic/live`, { headers, signal: stop.signal })
        if (!answer.ok) throw new Error(`The stream was answered ${answer.status}`)
        hearing++
        for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
          if (!text.includes('event: ')) continue
          heard++
          await sleep(150 + Math.random() * 300)
          await calm.insist('day board', () => staff.call(contract.appointments.day, {}))
        }
        hearing--
      } catch {
        // Cut off, or told to come back: the browser opens it again.
      }
      if (!stop.signal.aborted) await sleep(1000)
    }
  }

  /** An open page tells how it is read, now and then. */
  async function read(page: Page): Promise<void> {
    await sleep(Math.random() * report_ms)
    while (!stop.signal.aborted) {
      const ms = Math.min(50_000, Math.floor((Date.now() - page.openedAt) / 2))
      page.openedAt = Date.now()
      const { consentId, visit } = page
      const report = { consentId, visit, number: ++page.reports, spells: [{ part: 1, ms, listenedMs: 0 }] }
      await calm.insist('reading report', () => page.patient.call(contract.readings.report, report))
      await Promise.race([sleep(report_ms), once(stop.signal, 'abort').catch(() => {})])
    }
  }

  const watching = callers.map(watch)
  const reading = open.map(read)
  const load = startMixedLoad(practice, { patients: 2, readers: 1, boards: 0, sendings: ['link'] })
  await sleep(seconds * 1000)
  const [hearingAtOnce, calmTable] = [hearing, calm.table]
  proof.injected(`${open.length} pages and ${hearingAtOnce} boards open at once`)
  console.error(JSON.stringify({ hearingAtOnce, heard, ...calmTable }))

  const storm = new Answers()
  const until = Date.now() + storm_seconds * 1000
  const ask = async (n: number) => {
    const [page, port] = [open[n % open.length]!, ports[n % ports.length]!]
    while (Date.now() < until) await storm.ask('page opened anew', () => reopenPage(page, port))
  }
  proof.injected(`${storm_at_once} callers without pause for ${storm_seconds} s`)
  await Promise.all(Array.from({ length: storm_at_once }, (_, n) => ask(n)))
  const begun = Date.now()
  await calm.insist('first answer after the storm', () => practice.staff.call(contract.consents.counts, {}))
  const recovered_ms = Date.now() - begun
  const after = new Answers()
  for (let n = 0; n < requests_after_storm; n++)
    await after.ask('page opened after the storm', () =>
      reopenPage(open[n % open.length]!, ports[n % ports.length]!),
    )
  stop.abort()
  await load.stop()
  await Promise.all([...watching, ...reading])

  const { acknowledged, diagnosis, counts, wrong } = load
  const { owner } = database
  const found = await checkInvariants({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  const amiss = [...found.amiss, ...wrong, ...calm.wrong, ...storm.wrong, ...after.wrong]
  const served = storm.times['page opened anew'] ?? []
  if (hearingAtOnce < boards) amiss.push(`${hearingAtOnce} of ${boards} boards heard news`)
  if (percentile(served, 0.99) > response_ms_max)
    amiss.push(`admitted, and answered after ${percentile(served, 0.99)} ms`)
  if (storm.cutOff > 0) amiss.push(`${storm.cutOff} were cut off without a word`)
  if (percentile(storm.toldToWait, 0.99) > rejection_ms_max)
    amiss.push(`told to come back after ${percentile(storm.toldToWait, 0.99)} ms`)
  if (recovered_ms > recovered_ms_max) amiss.push(`busy for ${recovered_ms} ms after the storm`)
  if (after.toldToWait.length + after.cutOff > 0)
    amiss.push(`${after.toldToWait.length} told to come back and ${after.cutOff} cut off after the storm`)
  if (storm.toldToWait.length === 0) amiss.push('nobody was told to come back: ask for more callers')
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ pages: open.length, boards: hearingAtOnce, newsHeard: heard, calm: calmTable },
      storm: {
        ...storm.table,
        toldToWait: summarizeTimes(storm.toldToWait),
        cutOff: storm.cutOff,
        recovered_ms,
      },
      after: after.table,
      ...{ toldToWaitBesides: calm.toldToWait.length, steps: load.done(), ...counts },
    },
    amiss,
  }
})
