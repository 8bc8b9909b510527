import { baseName, isTest, type Finding, type SourceFiles } from './source-files.ts'
import type { SourceGraph } from './source-graph.ts'

/** Test and demo data are made by the owner of the database, not through a store. */
const serverSources = (graph: SourceGraph) =>
  [...graph.values()].filter(({ path }) => /^server\/(?!testing\/|demo\/)/.test(path) && !isTest(path))
const moduleOf = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1]

/** Rows are written by their own module's store only: others may read a table that they import, never change it. */
export function checkTableWrites(graph: SourceGraph): Finding[] {
  return serverSources(graph).flatMap(({ path, code, imports }) => {
    const foreign = imports
      .filter(
        ({ file }) => file?.endsWith('-schema.ts') && moduleOf(file) !== moduleOf(path) && moduleOf(file),
      )
      .flatMap(({ names }) => names.map(({ local }) => local))
    return foreign
      .filter((table) => writesTo(table).test(code))
      .map((table) => ({ file: path, problem: `changes ${table}, a table of another module` }))
  })
}

const writesTo = (table: string) =>
  new RegExp(
    `\\.(insert|update|delete)\\(\\s*${table}\\b|(insert into|update|delete from)\\s+\\$\\{\\s*${table}\\b`,
    'i',
  )

/** The same for SQL that names a table by its words. */
export function checkSqlWrites(graph: SourceGraph): Finding[] {
  const owners = new Map<string, string>()
  for (const { path, code } of serverSources(graph))
    for (const [, table = ''] of code.matchAll(/\b(?:pgTable|\w+\.table|\w*Table)\(\s*'(\w+)'/g))
      if (path.endsWith('-schema.ts')) owners.set(table, moduleOf(path) ?? 'the platform')
  return serverSources(graph)
    .filter(({ path }) => moduleOf(path))
    .flatMap(({ path, code }) =>
      Array.from(
        code.matchAll(/\b(?:insert into|update|delete from)\s+(?:\w+\.)?"?(\w+)"?/gi),
        ([, table = '']) => table,
      )
        .filter((table) => owners.has(table) && owners.get(table) !== moduleOf(path))
        .map((table) => ({ file: path, problem: `changes ${table}, a table of ${owners.get(table)}` })),
    )
}

const migrationsFolder = 'server/migrations/'
const journalPath = `${migrationsFolder}meta/_journal.json`

/**
 * The journal of migrations: times strictly later one by one, and exactly the files that are there. Of the snapshots that
 * drizzle-kit compares tables with only the newest is kept.
 */
export function checkMigrations(files: SourceFiles): Finding[] {
  const { entries }: { entries: { when: number; tag: string }[] } = JSON.parse(
    files.get(journalPath) ?? '{"entries":[]}',
  )
  const listed = entries.map(({ tag }) => `${migrationsFolder}${tag}.sql`)
  const found = [...files.keys()].filter((path) => path.startsWith(migrationsFolder) && path.endsWith('.sql'))
  const newest = `${migrationsFolder}meta/${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`
  const snapshots = [...files.keys()].filter((path) => /meta\/\d+_snapshot\.json$/.test(path))
  const late = entries.filter(({ when }, index) => index > 0 && when <= (entries[index - 1]?.when ?? 0))
  return [
    ...late.map(({ tag }) => ({ file: journalPath, problem: `${tag} is not later than the one before it` })),
    ...snapshots
      .filter((path) => path !== newest)
      .map((file) => ({ file, problem: 'is not the newest snapshot: delete it' })),
    ...found
      .filter((path) => !listed.includes(path))
      .map((file) => ({ file, problem: 'is not in the journal' })),
    ...listed
      .filter((path) => !files.has(path))
      .map((path) => ({ file: journalPath, problem: `lists ${baseName(path)}, which is not there` })),
  ]
}
