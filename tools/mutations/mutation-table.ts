import { equivalentMutations } from './equivalent-mutations.ts'
import { mutationKinds, type Mutation } from './mutation.ts'

/** Which test noticed; null where none did. */
export type Outcome = { notice: { test: string; named: string; said: string } | null }

export const survivedWord = '**survived**'
export const untriedWord = 'not tried'

export const nameOf = ({ kind, guard }: Mutation): string => `${kind}: ${guard}`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

type Tried = { mutations: readonly Mutation[]; all: number; outcomes: ReadonlyMap<string, Outcome> }

/** What became of a mutation, as the table says it. */
function outcomeOf(mutation: Mutation, outcomes: Tried['outcomes']): { word: string; said: string } {
  const reason = equivalentMutations[mutation.guard]
  if (reason) return { word: 'equivalent', said: `equivalent: ${reason}` }
  const outcome = outcomes.get(nameOf(mutation))
  if (!outcome) return { word: 'not tried', said: untriedWord }
  return outcome.notice
    ? { word: 'noticed', said: `\`${outcome.notice.test}\`: ${outcome.notice.named}` }
    : { word: 'survived', said: survivedWord }
}

/** docs/mutations.md: how many of each kind, then each guard and who noticed that it was gone. */
export function writeTable({ mutations, all, outcomes }: Tried): string {
  const rows = mutations.map((mutation) => ({ mutation, ...outcomeOf(mutation, outcomes) }))
  const count = (kind: string | null, word: string) =>
    rows.filter((row) => (kind === null || row.mutation.kind === kind) && row.word === word).length
  const sums = (kind: string | null) =>
    ['noticed', 'equivalent', 'survived', 'not tried'].map((word) => count(kind, word)).join(' | ')
  const byLists = rows.filter(({ said }) => /^`[^`]*(database-rights|operation-demands)/.test(said)).length
  const lines = [
    '# What notices when a guard is gone',
    '',
    `\`npm run prove -- mutations\` takes one guard of the product away at a time and runs the tests that should notice, until one does. It finds ${all} guards: in the list of what the database refuses, in the contract, and in the code of handlers, rules, HTTP and cryptography; of these it tries a sample that is spread over all tables, operations and files. Nothing on the disk is changed: a source file is edited while it is loaded, and the database that tests copy is copied with one right more. [SECURITY.md](../SECURITY.md) and the [threat model](threat-model.md) say what the guards are for.`,
    '',
    `${count(null, 'noticed')} were noticed: ${byLists} by the lists that say which right changed (\`database-rights.txt\`, \`operation-demands.txt\`), ${count(null, 'noticed') - byLists} by a test of what the guard does.`,
    '',
    'Where two guards stop the same attack, the tests cannot tell that one of them is gone. Such a mutation is called equivalent, with the guard that stands behind it.',
    '',
    '<!-- prettier-ignore-start -->',
    '',
    '| Kind | Noticed | Equivalent | Survived | Not tried |',
    '| --- | --- | --- | --- | --- |',
    ...mutationKinds.map((kind) => `| ${kind} | ${sums(kind)} |`),
    `| all | ${sums(null)} |`,
    '',
    ...mutationKinds.flatMap((kind) => [
      `## ${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      '',
      '| Guard taken away | Noticed by |',
      '| --- | --- |',
      ...rows
        .filter(({ mutation }) => mutation.kind === kind)
        .map(({ mutation, said }) => `| \`${cell(mutation.guard)}\` | ${cell(said)} |`),
      '',
    ]),
  ]
  return `${lines.join('\n').trimEnd()}\n\n<!-- prettier-ignore-end -->\n`
}

const unescaped = (text: string) => text.replaceAll('\\|', '|').trim()

/** The rows of the table as they were written: of which kind, which guard, and what is said of it. */
export function readTable(text: string): { kind: string; guard: string; said: string }[] {
  return text.split('\n## ').flatMap((part) => {
    const kind = mutationKinds.find((one) => part.toLowerCase().startsWith(`${one}\n`))
    if (!kind) return []
    return Array.from(part.matchAll(/^\| `(.*)` +\| (.*) \|$/gm), ([, guard = '', said = '']) => ({
      kind,
      guard: unescaped(guard),
      said: unescaped(said),
    }))
  })
}
