/**
 * The patient's pages as Lighthouse judges them on a phone, the median of three: performance at least 98, accessibility
 * and best practices 100. Search engines are kept out of these pages, so that mark is not asked.
 *
 *   node tools/quality/patient-pages.ts [runs of each, 3]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectRunning, startServer, stopServer, untilReady } from '../prove/test-server-process.ts'
import { auditPages } from './lighthouse-scores.ts'

const runs = Number(process.argv[2] ?? 3)
const address = 'http://localhost:4396'
const least = { performance: 98, accessibility: 100, 'best-practices': 100 }

const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-quality-'))
const server = startServer({ dataDir, port: 4396 })
await untilReady(address, server)
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

const pages = [
  { name: 'date of birth', url: `/verify-dob/${token}` },
  { name: 'the consent', url: `/consent/${consentId}`, headers: { cookie } },
  { name: 'own page', url: '/patient' },
]
const failures = await auditPages(address, { pages, least, runs })
expectRunning(server)
await stopServer(server)
rmSync(dataDir, { recursive: true, force: true })
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
