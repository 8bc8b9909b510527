/**
 * The home page and the solution pages as Lighthouse judges them on a phone, the median of three: 100 in everything
 * (rulings 61).
 *
 *   node tools/quality/public-pages.ts [runs of each, 3]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expectRunning, startServer, stopServer, untilReady } from '../prove/test-server-process.ts'
import { scriptlessPaths } from '../../web/routes.ts'
import { auditPages } from './lighthouse-scores.ts'

const runs = Number(process.argv[2] ?? 3)
const address = 'http://localhost:4397'
const least = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }

const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-quality-'))
const server = startServer({ dataDir, port: 4397 })
await untilReady(address, server)
// Of the texts in full one page stands for all, the longest; what only follows from something is not to be found.
const pages = scriptlessPaths
  .filter((url) => !/^\/(?:404|wrong-address|contact|setup|dental-templates\/(?!records))/.test(url))
  .map((url) => ({ name: url, url }))
const failures = await auditPages(address, { pages, least, runs })
expectRunning(server)
await stopServer(server)
rmSync(dataDir, { recursive: true, force: true })
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
