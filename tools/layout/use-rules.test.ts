import { describe, expect, test } from 'vitest'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import { checkCycles, checkUnusedCodes, checkUnusedExports, checkUnusedFiles } from './use-rules.ts'

describe('rings', () => {
  test('are found, and shown with every file in them', () => {
    const { graph } = createSourceTree({
      'a.ts': `import './b.ts'`,
      'b.ts': `import './c.ts'`,
      'c.ts': `export { b } from './b.ts'`,
    })
    expect(formatFindings(checkCycles(graph))).toEqual(['b.ts is in a ring: b.ts → c.ts → b.ts'])
  })
  test('are not made by types, or by what comes later', () => {
    const { graph } = createSourceTree({
      'a.ts': `import type { B } from './b.ts'`,
      'b.ts': `import './a.ts'; import('./c.ts')`,
      'c.ts': `import './b.ts'`,
    })
    expect(checkCycles(graph)).toEqual([])
  })
})

describe('unused files', () => {
  const check = (texts: Record<string, string>) => {
    const { files, graph } = createSourceTree(texts)
    return formatFindings(checkUnusedFiles(files, graph))
  }

  test('are those that nothing reaches from a command, a page or the framework', () => {
    const texts = {
      'package.json': '{ "scripts": { "start": "node server/main.ts" } }',
      'server/main.ts': `import './app.ts'; fork('./child.ts')`,
      'server/app.ts': '',
      'server/child.ts': `export const text = read('page.typ')`,
      'server/page.typ': '',
      'server/old.ts': `import './older.ts'`,
      'server/older.ts': '',
      'web/root.tsx': `import './app.css'`,
      'web/app.css': `@import './tokens.css';`,
      'web/tokens.css': '',
      'wording/old-words.ts': '',
    }
    expect(check(texts)).toEqual([
      'server/old.ts is not used',
      'server/older.ts is not used',
      'wording/old-words.ts is not used',
    ])
  })
  test('may serve tests only where they belong to tests', () => {
    const texts = {
      'server/rules.test.ts': `import './rules.ts'; import './testing/people.ts'`,
      'server/rules.ts': '',
      'server/testing/people.ts': '',
      'server/testing/nobody.ts': '',
    }
    expect(check(texts)).toEqual([
      'server/rules.ts is used by tests only',
      'server/testing/nobody.ts is not used',
    ])
  })
})

describe('unused exports', () => {
  const check = (texts: Record<string, string>) => {
    const { graph } = createSourceTree(texts)
    return formatFindings(checkUnusedExports(graph))
  }

  test('are those that no other file takes, though a lazy import takes all', () => {
    const texts = {
      'server/a.ts': `import { b } from './b.ts'; import('./c.ts')`,
      'server/b.ts': `export const b = 1; export const forgotten = b`,
      'server/c.ts': `export const c = 1`,
    }
    expect(check(texts)).toEqual(['server/b.ts exports forgotten, which nobody imports'])
  })
  test('that only a test takes must be of use in their own file', () => {
    const texts = {
      'server/a.test.ts': `import { dead, part } from './a.ts'`,
      'server/a.ts': `export const dead = 1; export const part = 2; export const whole = part // dead`,
      'server/b.ts': `import { whole } from './a.ts'`,
    }
    expect(check(texts)).toEqual(['server/a.ts exports dead, which nobody imports'])
  })
  test('are not the types of what is exported, nor what the framework reads', () => {
    const texts = {
      'server/a.ts': `export type Parts = {}; export const a = (parts: Parts) => parts; export type Old = {}`,
      'server/b.ts': `import { a } from './a.ts'`,
      'web/areas/clinic/page.tsx': `export default function Page() {}; export const clientLoader = 1; export const other = 2`,
    }
    expect(check(texts)).toEqual([
      'server/a.ts exports Old, which nobody imports',
      'web/areas/clinic/page.tsx exports other, which nobody imports',
    ])
  })
  test('of limits may be marked as without a counterpart', () => {
    const text = (comment: string) => `/** ${comment} */\nexport const height_px = 300\n`
    expect(check({ 'contract/limits.ts': text('Of the editor.') })).toHaveLength(1)
    expect(check({ 'contract/limits.ts': text('No counterpart: the editor grows.') })).toEqual([])
  })
})

describe('codes', () => {
  const table = (line: string) => `export const messages = {\n  'wrong-pin': 'No.',\n${line}\n} as const\n`
  const answering = { 'server/a.ts': `export const refuse = () => 'wrong-pin'` }
  const codes = (texts: Record<string, string>) =>
    formatFindings(checkUnusedCodes(createSourceTree(texts).graph))

  test('that nothing answers are told of', () => {
    const file = 'contract/sign-in-codes.ts'
    expect(codes({ ...answering, [file]: table(`  'gone-wrong': 'Gone.',`) })).toEqual([
      `${file} holds gone-wrong, which nothing answers`,
    ])
    const spoken = { 'server/b.ts': `// 'gone-wrong'`, 'server/b.test.ts': `expect('gone-wrong')` }
    expect(codes({ ...answering, ...spoken, [file]: table(`  'gone-wrong':\n    'Gone.',`) })).toHaveLength(1)
  })
  test('may say that they have no counterpart', () => {
    const marked = table(`  /** No counterpart: it cannot go wrong. */\n  'gone-wrong': 'Gone.',`)
    expect(codes({ ...answering, 'contract/sign-in-codes.ts': marked })).toEqual([])
  })
  test('of storage may be answered by their own file', () => {
    const text = `const codes = [\n  'too-late',\n  'too-soon',\n]\nexport const of = () => { return 'too-late' }`
    expect(codes({ 'contract/storage-codes.ts': text })).toEqual([
      'contract/storage-codes.ts holds too-soon, which nothing answers',
    ])
  })
})
