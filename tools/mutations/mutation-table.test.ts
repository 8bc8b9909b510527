import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from '../layout/source-files.ts'
import { equivalentMutations } from './equivalent-mutations.ts'
import { guardStatements, operationDemands } from './guard-statements.ts'
import { mutationKinds, type Mutation } from './mutation.ts'
import { listMutations } from './mutation-list.ts'
import { nameOf, readTable, writeTable } from './mutation-table.ts'

const root = join(import.meta.dirname, '../..')
const { mutations, guards } = listMutations(readSources(root))
const table = readTable(readFileSync(join(root, 'docs/mutations.md'), 'utf8'))

describe('the table of docs/mutations.md', () => {
  it('has at least 150 mutations, each noticed or with what stands behind it, and none that survived', () => {
    expect(table.length).toBeGreaterThanOrEqual(150)
    const open = table.filter(({ said }) => !said.startsWith('`') && !said.startsWith('equivalent: '))
    expect(open.map(({ guard }) => guard)).toEqual([])
    expect(table.filter(({ said }) => said.startsWith('`')).length).toBeGreaterThanOrEqual(150)
  })

  it('has every kind of guard that is looked for', () => {
    expect(new Set(table.map(({ kind }) => kind))).toEqual(new Set(mutationKinds))
  })

  // A guard that is renamed need not be tried again the same day; when a tenth of them has gone, the run has to be.
  it('speaks of the guards there are', () => {
    const today = new Set(guards)
    const gone = table.filter(({ guard }) => !today.has(guard)).map(({ guard }) => guard)
    expect(gone.length, gone.join('\n')).toBeLessThan(table.length / 10)
    const known = new Set(table.map(({ kind, guard }) => `${kind}: ${guard}`))
    const missing = mutations.map(nameOf).filter((name) => !known.has(name))
    expect(missing.length, missing.join('\n')).toBeLessThan(mutations.length / 10)
  })

  it('calls nothing equivalent that is not there', () => {
    expect(Object.keys(equivalentMutations).filter((guard) => !guards.includes(guard))).toEqual([])
  })

  it('is read as it was written', () => {
    const one: Mutation = { kind: 'rule', guard: 'a | b: c', change: { sql: '' }, tests: [] }
    const outcomes = new Map([[nameOf(one), { notice: { test: 'a.test.ts', named: 'b | c', said: '' } }]])
    expect(readTable(writeTable({ mutations: [one], all: 1, outcomes }))).toEqual([
      { kind: 'rule', guard: 'a | b: c', said: '`a.test.ts`: b | c' },
    ])
  })
})

describe('a guard is found', () => {
  const found = (text: string, which: 'refusals' | 'every exit' = 'refusals') =>
    guardStatements('x.ts', text, which).map(({ from, to, text: left, within, says }) => ({
      left: text.slice(0, from) + left + text.slice(to),
      says: `${within}: ${says}`,
    }))

  it('where a branch refuses or throws, and has no other', () => {
    expect(found(`function f(a) { if (a) return refuse('no'); return 1 }`)).toEqual([
      { left: 'function f(a) { ; return 1 }', says: `f: if (a) return refuse('no');` },
    ])
    expect(found('function f(a) { if (a) { g(); throw new Error() } }')).toHaveLength(1)
    expect(found(`function f(a) { if (a) return refuse('no'); else return 1 }`)).toEqual([])
    expect(found('function f(a) { if (a) return false; return true }')).toEqual([])
  })

  it('in rules also where a condition has parts, or a branch says no', () => {
    expect(found('const f = (a, b) => a && b', 'every exit').map(({ left }) => left)).toEqual([
      'const f = (a, b) => true && b',
      'const f = (a, b) => a && true',
    ])
    expect(found('function f(a) { if (a) return false; return true }', 'every exit')).toHaveLength(1)
    expect(found('function f(a) { if (a) return; g() }', 'every exit')).toEqual([])
  })

  it('where something is called that throws by itself', () => {
    expect(found('function f(a) { assertOpen(a); d.final() }').map(({ left }) => left)).toEqual([
      'function f(a) { ; d.final() }',
      'function f(a) { assertOpen(a); ; }',
    ])
  })

  it('in what an operation asks for, as the least that could be asked', () => {
    const text = `const x = operation({ access: 'clinic', needs: ['a'], audit: null, stepUp: true, rate: r })`
    expect(operationDemands('x.ts', text).map(({ says, text: left }) => [says, left])).toEqual([
      [`access: 'clinic'`, `'account'`],
      [`needs: ['a']`, 'undefined'],
      ['stepUp: true', 'false'],
      ['rate: r', 'undefined'],
    ])
  })
})
