import { describe, expect, test } from 'vitest'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import {
  checkContent,
  checkExportedWords,
  checkExports,
  checkModuleNames,
  checkPaths,
  checkUniqueNames,
} from './name-rules.ts'

const named = (...paths: string[]) =>
  createSourceTree(Object.fromEntries(paths.map((path) => [path, '']))).files

describe('paths', () => {
  test.each([
    'README.md',
    'LICENSE',
    '.ci/run',
    'web/ui/plain/text-field.tsx',
    'server/migrations/0000_start.sql',
  ])('%s is well named', (path) => expect(checkPaths(named(path))).toEqual([]))
  test.each(['web/ui/TextField.tsx', 'server/utils/dates.ts', 'server/date-helpers.ts', 'a/b/c/d/e/deep.ts'])(
    '%s is not',
    (path) => expect(checkPaths(named(path))).toHaveLength(1),
  )
  test('end in names of their own', () => {
    expect(checkUniqueNames(named('a/index.ts', 'b/index.ts', 'a/word.ts', 'b/word.tsx'))).toEqual([])
    expect(formatFindings(checkUniqueNames(named('a/word.ts', 'b/word.ts')))).toEqual([
      'b/word.ts has the name of a/word.ts',
    ])
  })
  test('of modules start with what the module is about', () => {
    const module = 'server/modules/consents'
    expect(checkModuleNames(named(`${module}/consent-store.ts`, `${module}/placeholder-filling.ts`))).toEqual(
      [],
    )
    expect(checkModuleNames(named(`${module}/form-store.ts`))).toHaveLength(1)
  })
  test('in content are of data', () => {
    expect(checkContent(named('content/pages/home.json'))).toEqual([])
    expect(checkContent(named('content/pages/home.ts'))).toHaveLength(1)
  })
})

describe('exports', () => {
  const check = (texts: Record<string, string>) => formatFindings(checkExports(createSourceTree(texts).graph))

  test('are named, except where a tool asks for the default', () => {
    const texts = {
      'server/app.ts': 'export default 1',
      'vite.config.ts': 'export default 1',
      'web/routes.ts': `export default [route('login', 'areas/public/login.tsx')]`,
      'web/areas/public/login.tsx': 'export default 1',
      'web/areas/public/form.tsx': 'export default 1',
    }
    expect(check(texts)).toEqual([
      'server/app.ts has a default export',
      'web/areas/public/form.tsx has a default export',
    ])
  })
  test('are passed on by name, and in web/ui not at all', () => {
    expect(check({ 'server/app.ts': `export * from './other.ts'` })).toEqual(["server/app.ts has 'export *'"])
    const barrel = `export { Button } from './button.tsx'; export { Field } from './field.tsx'`
    expect(check({ 'web/ui/parts.ts': barrel })).toEqual(['web/ui/parts.ts is a barrel'])
    expect(check({ 'web/features/consents/index.ts': barrel })).toEqual([])
  })
  test('are put together from the words of the field', () => {
    const text = 'export const notifiedAt = 1, toldAt = 2, goldStandard = 3; export type KeptDraft = 4'
    expect(formatFindings(checkExportedWords(createSourceTree({ 'server/app.ts': text }).graph))).toEqual([
      "server/app.ts exports toldAt: 'told' is a retired root",
      "server/app.ts exports KeptDraft: 'kept' is a retired root",
    ])
  })
  test('of an index fit into a glance', () => {
    const lines = (count: number) => `export const a = [${'\n'.repeat(count - 1)}]\n`
    expect(check({ 'server/modules/consents/index.ts': lines(32) })).toEqual([])
    expect(check({ 'server/modules/consents/index.ts': lines(33) })).toHaveLength(1)
  })
})
