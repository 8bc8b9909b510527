import path from 'node:path'
import { expect, test } from 'vitest'
import { unwrittenPages } from './unwritten-pages.ts'

const { load, applyToEnvironment } = unwrittenPages() as unknown as {
  load(id: string): { code: string } | null
  applyToEnvironment(environment: { name: string }): boolean
}
const page = (file: string) => path.resolve('web', file)

test('a page behind a sign-in is empty for what writes pages ahead, whatever is asked of its file', () => {
  const file = page('areas/clinic/consent-list.tsx')
  expect(load(file)?.code).toBe('export default () => null')
  expect(load(`${file}?route-chunk=main`)?.code).toBe('export default () => null')
})

test.each(['areas/public/home.tsx', 'areas/public/login.tsx', 'ui/menu-button.tsx', 'root.tsx'])(
  '%s is read as it is',
  (file) => expect(load(page(file))).toBeNull(),
)

test('browsers get every page', () => {
  expect(applyToEnvironment({ name: 'client' })).toBe(false)
  expect(applyToEnvironment({ name: 'ssr' })).toBe(true)
})
