import { describe, expect, test } from 'vitest'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import { checkPackages, checkWording } from './package-rules.ts'

describe('packages', () => {
  const declared = {
    product: ['react', 'zod', '@base-ui/react'],
    all: ['react', 'zod', '@base-ui/react', 'vite'],
  }
  const check = (texts: Record<string, string>) =>
    formatFindings(checkPackages(createSourceTree(texts).graph, declared))

  test('are named in package.json, and for the product not only for development', () => {
    expect(check({ 'server/app.ts': `import a from 'left-pad/deep.js'` })).toEqual([
      'server/app.ts imports left-pad, which package.json does not name',
    ])
    expect(check({ 'server/app.ts': `import a from 'vite'` })).toHaveLength(1)
    expect(
      check({ 'server/app.ts': `import a from 'zod'`, 'tools/build.ts': `import a from 'vite'` }),
    ).toEqual([])
  })
  test('stay away from patients, however far behind their entry and however late', () => {
    const texts = {
      'web/areas/patient/main.tsx': `const page = () => import('../../features/signing/page.tsx')`,
      'web/features/signing/page.tsx': `import { Tabs } from '../../ui/tabs.tsx'`,
      'web/ui/tabs.tsx': `import { Tabs } from '@base-ui/react/tabs'`,
      'web/ui/menu.tsx': `import { Menu } from '@base-ui/react/menu'`,
    }
    expect(check(texts)).toEqual(['web/ui/tabs.tsx brings @base-ui/react to patients'])
  })
  test('of plain parts are react and clsx', () => {
    expect(check({ 'web/ui/plain/field.tsx': `import { useId } from 'react'` })).toEqual([])
    expect(check({ 'web/ui/plain/field.tsx': `import { z } from 'zod'` })).toHaveLength(1)
  })
})

test("the wording's checks take no package and nothing of Node, but their tests may", () => {
  const check = (path: string, from: string) =>
    formatFindings(checkWording(createSourceTree({ [path]: `import { x } from '${from}'` }).graph))
  expect(check('wording/draft-lint.ts', 'zod')).toHaveLength(1)
  expect(check('wording/draft-lint.ts', 'node:fs')).toHaveLength(1)
  expect(check('wording/draft-lint.ts', './word-lists.ts')).toEqual([])
  expect(check('wording/draft-lint.test.ts', 'vitest')).toEqual([])
})
