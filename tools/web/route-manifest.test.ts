import { expect, test } from 'vitest'
import { removeAuthenticatedImports } from './route-manifest.ts'

const list = (routes: object) =>
  `window.__reactRouterManifest=${JSON.stringify({ entry: { imports: ['e'] }, routes })};`

test('signed-in pages lose what they import, prerendered ones and the entry keep it', () => {
  const kept = { root: { imports: ['a'] }, 'areas/public/home': { imports: ['b'] } }
  const signedIn = { 'areas/clinic/clinic-dashboard': { module: 'm', imports: ['c', 'd'] } }
  expect(removeAuthenticatedImports(list({ ...kept, ...signedIn }))).toBe(
    list({ ...kept, 'areas/clinic/clinic-dashboard': { module: 'm', imports: [] } }),
  )
})

test('anything else is refused', () => {
  expect(() => removeAuthenticatedImports('export {}')).toThrow('no list of routes')
})
