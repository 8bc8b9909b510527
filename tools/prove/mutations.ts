/**
 * Takes one guard of the product away at a time and counts which test notices: a policy, a grant, a demand of the
 * contract, a refusal of a handler, a check of a signature. docs/mutations.md has the table; what was tried already is
 * kept in build/reports/mutations.json, so that a run that was cut goes on where it was. MUTATIONS_ONLY names a part of
 * the kinds, guards or files that are meant, and tries them again; the number says for how many minutes at most.
 *
 *   node tools/prove/mutations.ts [minutes]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readSources } from '../layout/source-files.ts'
import { equivalentMutations } from '../mutations/equivalent-mutations.ts'
import { openMutationRunner } from '../mutations/mutation-runner.ts'
import { listMutations } from '../mutations/mutation-list.ts'
import type { Mutation } from '../mutations/mutation.ts'
import {
  nameOf,
  readTable,
  survivedWord,
  untriedWord,
  writeTable,
  type Outcome,
} from '../mutations/mutation-table.ts'
import { isRuleTest } from '../steps/test-projects.ts'

const root = path.join(import.meta.dirname, '../..')
const kept = path.join(root, 'build/reports/mutations.json')
const minutes = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
const only = process.env['MUTATIONS_ONLY'] ?? ''

function readOutcomes(): Map<string, Outcome> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Outcome>))
  } catch {
    return new Map()
  }
}

const { mutations, guards } = listMutations(readSources(root))
const outcomes = readOutcomes()
const isMeant = (mutation: Mutation) =>
  only === ''
    ? !outcomes.has(nameOf(mutation))
    : `${nameOf(mutation)} ${JSON.stringify(mutation.change)}`.includes(only)
/** What costs a moment before what costs a whole module's tests. */
const costOf = ({ tests: [first = ''] }: Mutation) =>
  isRuleTest(first) ? 0 : first.includes('database-rights') ? 1 : 2
const meant = mutations
  .filter((mutation) => !equivalentMutations[mutation.guard] && isMeant(mutation))
  .toSorted((a, b) => costOf(a) - costOf(b) || a.tests.length - b.tests.length)

/** Keeps what was tried, and writes the table; answers what it says of each. */
function save(): string[] {
  const table = writeTable({ mutations, all: guards.length, outcomes })
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(Object.fromEntries(outcomes), null, 1))
  writeFileSync(path.join(root, 'docs/mutations.md'), table)
  return readTable(table).map(({ said }) => said)
}

console.log(`${mutations.length} mutations of ${guards.length} guards, ${meant.length} to try`)
if (meant.length > 0) {
  const runner = await openMutationRunner()
  const end = Date.now() + minutes * 60_000
  for (const mutation of meant) {
    if (Date.now() > end) break
    const begun = Date.now()
    process.stdout.write(`${nameOf(mutation)}  `)
    const notice = await runner.run(mutation)
    const seconds = Math.round((Date.now() - begun) / 1000)
    outcomes.set(nameOf(mutation), { notice })
    console.log(
      `${notice ? 'noticed' : 'SURVIVED'} ${seconds} s  ${notice?.test ?? ''}  ${notice?.said ?? ''}`,
    )
    save()
  }
  await runner.close()
}
const said = save()
const survived = said.filter((one) => one === survivedWord).length
const untried = said.filter((one) => one === untriedWord).length
console.log(`${survived} survived, ${untried} not tried yet`)
process.exit(survived + untried > 0 ? 1 : 0)
