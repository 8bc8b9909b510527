import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guardRouteScripts } from './guarded-route-scripts.ts'

const folders = ['production', 'development']
const source = (folder: string, name: string) =>
  readFileSync(`node_modules/react-router/dist/${folder}/lib/dom/ssr/${name}`, 'utf8')

test.each(folders)('the framework as installed (%s) loads every route through the guard', (folder) => {
  const modules = guardRouteScripts('routeModules.js', source(folder, 'routeModules.js'))
  expect(modules).toContain('loadRouteScript(() => import(/* @vite-ignore */ route.module), addressAhead)')
  expect(modules).not.toContain('location.reload')
  const routes = guardRouteScripts('routes.js', source(folder, 'routes.js'))
  expect(routes.match(/loadRouteScript\(\(\) => import/g)).toHaveLength(3)
})

test('a framework that loads routes in another way fails the build', () => {
  const code = source('production', 'routeModules.js')
  for (const other of [
    code.replace('location.reload', 'location.replace'),
    code.replace('@vite-ignore', 'ignore'),
  ])
    expect(() => guardRouteScripts('routeModules.js', other)).toThrow(/loads routes in another way/)
})
