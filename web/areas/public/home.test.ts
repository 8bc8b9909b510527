import { expect, test } from 'vitest'
import { home } from '../../../build/content/pages.json'
import library from '../../../build/content/templates.json'

test('the home page names the shipped library, no more and no less', () => {
  expect([...home.library.treatments].sort()).toEqual(library.map(({ name }) => name).sort())
})
