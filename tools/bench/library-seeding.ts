/**
 * The shipped library into an empty database, as the first start of an installation seeds it, and once more, as every
 * later start does. Prints milliseconds; the first may take five seconds.
 *
 *   node tools/bench/library-seeding.ts
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import library from '../../build/content/templates.json' with { type: 'json' }
import treatments from '../../build/content/treatments.json' with { type: 'json' }
import { seedTemplates } from '../../server/modules/templates/index.ts'
import { seedTranslations, shippedTranslations } from '../../server/modules/translations/index.ts'
import { seedTreatments } from '../../server/modules/treatments/index.ts'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../../server/platform/database/migrate.ts'

const first_ms_max = 5000
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-bench-'))
// Open to the account that the database runs as when we are root.
chmodSync(dataDir, 0o755)
const silent = { error() {}, warn() {}, info() {} }
const onLost = (error: Error) => {
  throw error
}

const postgres = await startEmbeddedPostgres({ dataDir, log: silent, onLost })
await migrateDatabase(postgres.ownerConfig)
const owner = new pg.Client(postgres.ownerConfig)
await owner.connect()

async function measureSeeding(): Promise<number> {
  const begun = performance.now()
  await seedTreatments(owner, treatments, new Date())
  await seedTemplates(owner, library as never, new Date())
  await seedTranslations(owner, { library: library as never, ...shippedTranslations }, new Date())
  return performance.now() - begun
}

const first = await measureSeeding()
const secondRun = await measureSeeding()
const { rows } = await owner.query<{ templates: number }>('select count(*)::int as templates from templates')
const { templates } = rows[0]!
console.table([
  { start: 'first', templates, ms: Math.round(first), 'at most': first_ms_max },
  { start: 'second', templates, ms: Math.round(secondRun) },
])

await owner.end()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
if (first > first_ms_max) console.error(`Seeding took ${Math.round(first)} ms, more than ${first_ms_max}`)
process.exit(first > first_ms_max || templates !== library.length ? 1 : 0)
