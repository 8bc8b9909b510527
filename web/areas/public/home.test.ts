import { expect, test } from 'vitest'
import home from '../../../build/content/page.home.json'
import library from '../../../build/content/templates.json'

test('the home page tells what the shipped library holds, no more and no less', () => {
  const types = Map.groupBy(library, ({ treatmentType }) => treatmentType)
  const told = new Map(home.library.types.map(({ name, templates }) => [name, templates]))
  expect(told).toEqual(new Map([...types].map(([name, { length }]) => [name, length])))
  expect(home.library.text).toContain('more than 200 complete texts')
  expect(library.length).toBeGreaterThan(200)
})
