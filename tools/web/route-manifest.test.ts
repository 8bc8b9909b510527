import { expect, test } from 'vitest'
import { removeUnusedImports } from './route-manifest.ts'

const list = (routes: object) =>
  `window.__reactRouterManifest=${JSON.stringify({ entry: { imports: ['e'] }, routes })};`

test('signed-in and scriptless pages lose what they import, other prerendered ones and the entry keep it', () => {
  const kept = { root: { imports: ['a'] }, 'areas/public/login': { path: 'login', imports: ['b'] } }
  const without = (imports: string[]) => ({
    'areas/clinic/clinic-dashboard': { module: 'm', imports },
    'areas/public/terms': { path: 'terms', imports },
  })
  expect(removeUnusedImports(list({ ...kept, ...without(['c', 'd']) }), ['/terms'])).toBe(
    list({ ...kept, ...without([]) }),
  )
})

test('anything else is refused', () => {
  expect(() => removeUnusedImports('export {}', [])).toThrow('no list of routes')
})
