import type { JobScope } from '../../platform/database/transaction.ts'
import { ownedQueries, readBy, readTable, recordTables } from './record-archive-store.ts'
import { addFiles } from './record-files.ts'
import type { RecordExportDeps, Row, StoredFile, Writing } from './record-writing.ts'

type Reading = { name: string; rows: (scope: JobScope) => AsyncGenerator<Row[]> }

/** So much of the work is done once the tables are written; files are the rest. */
const percent_of_tables = 60

/**
 * Everything of one clinic: each table as JSON Lines, then every stored file; videos last, and those for which one ZIP has
 * no room are named in the manifest with their hashes, so that they can be fetched from the library and checked. Each table is read in a transaction of its
 * own, into a local file, so that none is open for as long as the whole takes.
 */
export async function writeExport(deps: RecordExportDeps, writing: Writing): Promise<void> {
  const { runJob, storedFiles } = deps
  const { clinicId, tell, archive } = writing
  const tables = await runJob(clinicId, recordTables)
  const readings: Reading[] = [
    ...ownedQueries.map(({ name, query }): Reading => ({
      name,
      rows: (scope) => readBy(scope, query(clinicId)),
    })),
    ...tables.map((table): Reading => ({ name: table.name, rows: (scope) => readTable(scope, table) })),
  ]
  const counts: Record<string, number> = {}
  const stored: StoredFile[] = []
  for (const [at, { name, rows }] of readings.entries()) {
    const source = storedFiles.find(({ table }) => table === name)
    counts[name] = await written(deps, writing, rows, name, (row) => {
      const file = source?.fileOf(row)
      if (file) stored.push(file)
    })
    await tell(((at + 1) / readings.length) * percent_of_tables)
  }
  const leftOut = await addFiles(deps, archive, stored, (share) =>
    tell(percent_of_tables + share * (99 - percent_of_tables)),
  )
  const manifest = {
    ...{ clinicId, rows: counts, files: stored.length - leftOut.length },
    leftOut: leftOut.map(({ name, title, mayBeLeftOut }) => ({ name, title, ...mayBeLeftOut })),
  }
  await archive.addText('manifest.json', JSON.stringify(manifest, null, 2))
}

/** One table as JSON Lines; answers how many rows it has. */
async function written(
  { runJob }: RecordExportDeps,
  { clinicId, archive }: Writing,
  rows: Reading['rows'],
  name: string,
  meet: (row: Row) => void,
): Promise<number> {
  let count = 0
  await runJob(clinicId, (scope) =>
    archive.addPieces(
      `data/${name}.jsonl`,
      (async function* () {
        for await (const some of rows(scope)) {
          count += some.length
          some.forEach(meet)
          yield some.map((row) => `${JSON.stringify(row)}\n`).join('')
        }
      })(),
    ),
  )
  return count
}
