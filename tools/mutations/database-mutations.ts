import { sampleByName, type Mutation, type MutationKind } from './mutation.ts'

/** What undoes one line of database-rights.txt; null where taking it away weakens nothing. */
type Undo = { kind: MutationKind; sql: string } | null

const policyLine = /^policy (\S+) on (\S+) for (\w+) to ([\w, ]+?)(?: using \((.*?)\))?(?: check \((.*)\))?$/
const grantLine = /^grant (\S+): ([\w, ]+) to (\w+)$/
const columnGrantLine = /^grant of columns (\S+): (\w+) \(.*\) to (\w+)$/
const triggerLine = /^trigger (\S+) (?:BEFORE|AFTER) .*? ON (\S+) /
const checkLine = /^check (\S+) on (\S+) CHECK/
const functionLine = /^function (\w+)\((.*?)\) (?:as (\w+) )?\w{16} for (.*)$/

/** Lets every row through: whoever the policy is for sees and writes those of every practice. */
function openPolicy(line: string): Undo {
  const [, name, table, , , using, check] = policyLine.exec(line) ?? []
  if (!name || (using === 'true' && check === undefined) || (using === undefined && check === 'true'))
    return null
  const parts = [
    using && using !== 'true' ? 'using (true)' : '',
    check && check !== 'true' ? 'with check (true)' : '',
  ]
  if (parts.every((part) => part === '')) return null
  return {
    kind: 'row-level policy',
    // One name is a word of SQL itself.
    sql: `alter policy ${name === 'group' ? '"group"' : name} on ${table} ${parts.filter(Boolean).join(' ')}`,
  }
}

/** What a role may do with a table besides what it may: the least of what it may not do yet. */
function widenGrant(line: string): Undo {
  const [, table, held, role] = grantLine.exec(line) ?? []
  const missing = ['insert', 'update', 'delete'].find((right) => held && !held.split(', ').includes(right))
  if (!table || !missing) return null
  return { kind: 'grant', sql: `grant ${missing} on ${table} to ${role}` }
}

function widenColumns(line: string): Undo {
  const [, table, right, role] = columnGrantLine.exec(line) ?? []
  return table ? { kind: 'grant', sql: `grant ${right} on ${table} to ${role}` } : null
}

function disableTrigger(line: string): Undo {
  const [, name, table] = triggerLine.exec(line) ?? []
  return name && /^(guard_|data_keys_|await_seal)/.test(name)
    ? { kind: 'guard trigger', sql: `alter table ${table} disable trigger ${name}` }
    : null
}

function dropCheck(line: string): Undo {
  const [, name, table] = checkLine.exec(line) ?? []
  return name ? { kind: 'check constraint', sql: `alter table ${table} drop constraint ${name}` } : null
}

/** A function with the rights of another for everybody; a trigger's function as one that lets everything be. */
function openFunction(line: string): Undo {
  const [, name, types, owner] = functionLine.exec(line) ?? []
  if (!name) return null
  if (owner) return { kind: 'guard function', sql: `grant execute on function ${name}(${types}) to public` }
  if (!/^(guard|keep|check|freeze|forbid|refuse|follow)_/.test(name) || types !== '') return null
  const body = `begin if tg_op = 'DELETE' then return old; end if; return new; end`
  return {
    kind: 'guard function',
    sql: `create or replace function ${name}() returns trigger language plpgsql as $$${body}$$`,
  }
}

function unforce(line: string): Undo {
  const [, table] = /^row security (\S+) on, forced$/.exec(line) ?? []
  return table
    ? { kind: 'row-level security', sql: `alter table ${table} no force row level security` }
    : null
}

const undoers: [prefix: string, undo: (line: string) => Undo, most: number][] = [
  ['policy ', openPolicy, 16],
  ['row security ', unforce, 3],
  ['grant of columns ', widenColumns, 4],
  ['grant ', widenGrant, 6],
  ['trigger ', disableTrigger, 8],
  ['check ', dropCheck, 5],
  ['function ', openFunction, 6],
]

const rightsTest = 'server/platform/database/database-rights.database.test.ts'
const isolationTest = 'server/platform/database/isolation.database.test.ts'
/** How many policies are tried by what reads over the border of a practice too, before the list is asked. */
const policies_by_reading = 2
/** The same of triggers, by what sends raw statements about their table. */
const triggers_by_writing = 4

type Undone = { kind: MutationKind; sql: string }

/** Tests that send raw statements about the table of a trigger: they say what it does, where the list says that it is. */
function triggerTests({ sql }: Undone, tests: ReadonlyMap<string, string>): string[] {
  const table = /^alter table (?:public\.)?(\w+)/.exec(sql)?.[1] ?? ''
  const about = new RegExp(`(update|into|from) ${table}\\b`)
  const raw = [...tests].filter(([, text]) => text.includes('rawQuery') && about.test(text))
  return raw.map(([path]) => path).slice(0, 3)
}

/** Mutations of the database, from the list of what it refuses: so many of each kind, over all tables. */
export function databaseMutations(
  rights: string,
  tests: ReadonlyMap<string, string>,
): { mutations: Mutation[]; guards: string[] } {
  const lines = rights.split('\n')
  const guards: string[] = []
  const ofName = ({ sql }: Undone) => sql
  const chosen = undoers.flatMap(([prefix, undo, most]) => {
    const mine = lines.filter(
      (line) => line.startsWith(prefix) && !(prefix === 'grant ' && line.startsWith('grant of')),
    )
    const undone = mine.flatMap((line) => undo(line) ?? [])
    guards.push(...undone.map(ofName))
    return sampleByName(undone, most, ofName)
  })
  const policies = chosen.filter(({ kind }) => kind === 'row-level policy')
  const triggers = chosen.filter(({ kind }) => kind === 'guard trigger')
  const byReading = new Set(policies.slice(0, policies_by_reading))
  const byWriting = new Set(triggers.slice(0, triggers_by_writing))
  const behaviourTests = (undone: Undone) =>
    byWriting.has(undone) ? triggerTests(undone, tests) : byReading.has(undone) ? [isolationTest] : []
  const mutations = chosen.map((undone) => ({
    kind: undone.kind,
    guard: undone.sql,
    change: { sql: undone.sql },
    tests: [...behaviourTests(undone), rightsTest],
  }))
  return { guards, mutations }
}
