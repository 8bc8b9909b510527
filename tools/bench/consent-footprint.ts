/**
 * What one signed consent leaves behind and takes: bytes of each table with its indexes, bytes of files, and time of the
 * processors in the product and in PostgreSQL. The figures that `growth-projection.ts` reckons with, and docs/scale.md names.
 *
 *   node tools/bench/consent-footprint.ts [consents, 200]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { databaseName, readPasswords } from '../../server/platform/database/embedded-logins.ts'
import { ownerName, socketPort } from '../../server/platform/database/embedded-server.ts'
import { startServer, untilReady } from '../prove/test-server-process.ts'
import { openPractice, signNewConsent } from '../prove/signed-consents.ts'
import { cpuMsBelow } from './cpu-time.ts'

const consents = Number(process.argv[2] ?? 200)
/** Before what counts: tables that begin with whole pages, programs that are not warm. */
const warm_up_consents = 40
const port = 4465
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-footprint-'))
const silentLogger = { info() {}, warn() {}, error() {} }
const tables_shown = 14

function bytesOfFiles(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}

const server = startServer({ dataDir, port })
await untilReady(address)
const owner = new pg.Client({
  host: openEmbeddedHome(dataDir, silentLogger).socket,
  port: socketPort,
  user: ownerName,
  password: readPasswords(dataDir).owner,
  database: databaseName,
})
await owner.connect()
const practice = await openPractice(address, dataDir)

/** Every table with its indexes and what is kept beside it, without the job queue, which is emptied. */
async function bytesByTable(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ named: string; bytes: string }>(
    `select schemaname || '.' || tablename as named,
       pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) as bytes
     from pg_tables where schemaname in ('public', 'auth')`,
  )
  return new Map(rows.map(({ named, bytes }) => [named, Number(bytes)]))
}

/** Signs so many, and waits until each has its sealed record and no work is left over. */
async function sign(count: number): Promise<void> {
  const insist = <T>(ask: () => Promise<T>) => ask()
  const documents = async () =>
    Number((await owner.query<{ count: string }>('select count(*) from document_versions')).rows[0]!.count)
  const before = await documents()
  for (let signed = 0; signed < count; signed++) await signNewConsent(practice, insist)
  while ((await documents()) < before + count) await sleep(500)
}

const takeSnapshot = async () => ({
  tables: await bytesByTable(),
  files: bytesOfFiles(path.join(dataDir, 'files')),
  product: cpuMsBelow(process.pid, (command) => !command.includes('postgres')),
  database: cpuMsBelow(process.pid, (command) => command.includes('postgres')),
})

await sign(warm_up_consents)
const snapshotBefore = await takeSnapshot()
await sign(consents)
const snapshotAfter = await takeSnapshot()
await owner.end()
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })

const perConsent = (one: number, other: number) => Math.round((other - one) / consents)
const growthByTable = [...snapshotAfter.tables]
  .map(([named, bytes]) => [named, perConsent(snapshotBefore.tables.get(named) ?? 0, bytes)] as const)
  .filter(([, bytes]) => bytes > 0)
  .toSorted(([, one], [, other]) => other - one)
console.log(
  JSON.stringify(
    {
      consents,
      rowBytes: growthByTable.reduce((sum, [, bytes]) => sum + bytes, 0),
      fileBytes: perConsent(snapshotBefore.files, snapshotAfter.files),
      productCpuMs: perConsent(snapshotBefore.product, snapshotAfter.product),
      databaseCpuMs: perConsent(snapshotBefore.database, snapshotAfter.database),
      largest: Object.fromEntries(growthByTable.slice(0, tables_shown)),
    },
    null,
    2,
  ),
)
