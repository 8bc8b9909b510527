/**
 * How soon a new consent can be typed into, by a processor four times slower: opened anew, opened again with what the
 * browser has kept, and from the dashboard by its key. Ready is the moment when the treatment's field is there and the
 * main thread is free to answer. The goal is a second for each, the median of some runs; the script that is needed until
 * then keeps its budget as it travels. What comes later, while somebody reads, is told beside it.
 *
 *   node tools/quality/consent-form.ts [runs of each, 5]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startServer, stopServer, untilReady } from '../prove/test-server-process.ts'
import { findChromium } from '../system-programs.ts'

const runs = Number(process.argv[2] ?? 5)
const address = 'http://localhost:4398'
const form = '/clinic/consents/new'
const [slower, ready_ms_max, wait_ms_max] = [4, 1000, 30_000]
/** The clinic's budget of 2026, from before its first pages had one of their own. */
const script_bytes_max = 160_000

type Account = { email: string; password: string; role: string }

async function signedIn(browser: Browser, { email: login, password }: Account): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const answer = await page.request.post(`${address}/api/sign-in`, {
    data: { login, password },
    headers: { origin: address },
  })
  if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}`)
  return page
}

/** Notes in every page when the field is there and the frame after it was drawn, which waits for the main thread. */
const noteWhenReady = `(() => {
  globalThis.lookForForm = () => {
    globalThis.readyAt = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The form was not there within ${wait_ms_max} ms')), ${wait_ms_max})
      const look = () => {
        const field = document.querySelector('main input[role=combobox]:not([disabled])')
        if (!field) return requestAnimationFrame(look)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      }
      look()
    })
    globalThis.readyAt.catch(() => {})
  }
  lookForForm()
})()`

const readyAt = async (page: Page) => Number(await page.evaluate('globalThis.readyAt'))

/** The time of a page that is loaded, from the beginning of its navigation. */
async function loadTime(page: Page): Promise<number> {
  await page.goto(address + form)
  return readyAt(page)
}

/** The time from the key until the form is there, on the dashboard once that has come to rest. */
async function timeFromDashboard(page: Page): Promise<number> {
  await page.goto(`${address}/clinic`, { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'New consent' }).first().waitFor()
  await page.evaluate(
    `addEventListener('keydown', () => { globalThis.pressedAt = performance.now(); lookForForm() }, { capture: true, once: true })`,
  )
  await page.keyboard.press('n')
  const at = await readyAt(page)
  return at - Number(await page.evaluate('globalThis.pressedAt'))
}

async function slowPage(browser: Browser, account: Account): Promise<Page> {
  const page = await signedIn(browser, account)
  await page.addInitScript(noteWhenReady)
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return page
}

/** Bytes of script that a first load brings, as they travel: until the form can be typed into, and later. */
async function scriptBytes(page: Page): Promise<{ needed: number; later: number }> {
  await page.addInitScript(noteWhenReady)
  await page.goto(address + form, { waitUntil: 'networkidle' })
  const ready = await readyAt(page)
  const scripts = (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ responseEnd, encodedBodySize }) => ({ at: responseEnd, bytes: encodedBodySize }))`,
  )) as { at: number; bytes: number }[]
  const total = (of: typeof scripts) => of.reduce((sum, { bytes }) => sum + bytes, 0)
  const needed = total(scripts.filter(({ at }) => at <= ready))
  return { needed, later: total(scripts) - needed }
}

const median = (times: readonly number[]) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!)

const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-quality-'))
const server = startServer({ dataDir, port: 4398 })
await untilReady(address, server)
const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: Account[]
}
const dentist = accounts.find(({ email }) => email.startsWith('tom@'))!
const executablePath = findChromium()
// As people have it: the tests' browser does without a part of its compiler.
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
const times: Record<string, number[]> = { 'opened anew': [], 'opened again': [], 'from the dashboard': [] }
const { needed, later } = await scriptBytes(await signedIn(browser, dentist))
for (let run = 0; run < runs; run++) {
  const page = await slowPage(browser, dentist)
  times['opened anew']!.push(await loadTime(page))
  times['opened again']!.push(await loadTime(page))
  times['from the dashboard']!.push(await timeFromDashboard(page))
  await page.context().close()
}
await browser.close()
await stopServer(server)
rmSync(dataDir, { recursive: true, force: true })

const medians = Object.entries(times).map(([way, all]) => ({
  way,
  ms: median(all),
  all: all.map(Math.round),
}))
console.table(medians.map(({ way, ms, all }) => ({ 'a new consent': way, ms, all: all.join(' ') })))
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
console.log(
  `Script: ${kB(needed)} until ready, ${kB(later)} later. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`,
)
const failures = medians
  .filter(({ ms }) => ms > ready_ms_max)
  .map(({ way, ms }) => `${way}: ${ms} ms of ${ready_ms_max}`)
if (needed > script_bytes_max) failures.push(`script: ${needed} of ${script_bytes_max} bytes`)
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
