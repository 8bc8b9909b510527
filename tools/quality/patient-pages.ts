/**
 * The patient's pages as Lighthouse judges them on a phone, the median of three: performance at least 98, accessibility
 * and best practices 100. Search engines are kept out of these pages, so that mark is not asked.
 *
 *   node tools/quality/patient-pages.ts [runs of each, 3]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags } from 'lighthouse'
import { findChromium } from '../system-programs.ts'
import { startServer, untilReady } from '../prove/proved-server.ts'

const runs = Number(process.argv[2] ?? 3)
const address = 'http://localhost:4396'
const least = { performance: 98, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-quality-'))
const server = startServer({ dataDir, port: 4396 })
await untilReady(address)
const { patientLink } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  patientLink: { url: string; dateOfBirth: string }
}
const token = patientLink.url.split('/').at(-1)!
const proved = await fetch(`${address}/api/patient/links/${token}/verification`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: address },
  body: JSON.stringify({ dateOfBirth: patientLink.dateOfBirth }),
})
const { consentId } = (await proved.json()) as { consentId: string }
const cookie = proved.headers
  .getSetCookie()
  .map((header) => header.split(';')[0])
  .join('; ')

const pages: { name: string; url: string; headers?: Record<string, string> }[] = [
  { name: 'date of birth', url: `/verify-dob/${token}` },
  { name: 'the consent', url: `/consent/${consentId}`, headers: { cookie } },
  { name: 'own page', url: '/patient' },
]

const chromePath = findChromium()
const browser = await launch({
  ...(chromePath ? { chromePath } : {}),
  chromeFlags: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ],
})

async function marksOf({ url, headers }: (typeof pages)[number]): Promise<Record<Category, number>> {
  const flags: Flags = {
    port: browser.port,
    onlyCategories: categories,
    logLevel: 'error',
    ...(headers ? { extraHeaders: headers } : {}),
  }
  const { lhr } = (await lighthouse(address + url, flags))!
  for (const { id, title, score } of Object.values(lhr.audits))
    if (score !== null && score < 0.9 && lhr.audits[id]!.scoreDisplayMode === 'binary')
      console.error(`${url}: ${title}`)
  return Object.fromEntries(
    categories.map((name) => [name, Math.round(lhr.categories[name]!.score! * 100)]),
  ) as Record<Category, number>
}

const failures: string[] = []
const table = []
for (const page of pages) {
  const marks: Record<Category, number>[] = []
  for (let run = 0; run < runs; run++) marks.push(await marksOf(page))
  const medians = Object.fromEntries(
    categories.map((name) => [
      name,
      marks.map((mark) => mark[name]).toSorted((one, other) => one - other)[Math.floor(runs / 2)]!,
    ]),
  ) as Record<Category, number>
  for (const name of categories)
    if (medians[name] < least[name]) failures.push(`${page.name}: ${name} ${medians[name]} of ${least[name]}`)
  table.push({ page: page.name, ...medians })
}
console.table(table)
browser.kill()
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
