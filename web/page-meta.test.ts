import { expect, test } from 'vitest'
import { homeMeta, pageTitle } from './page-meta.ts'

test('a page with a title of its own has the head of the home page otherwise', () => {
  const head = pageTitle('Patients')
  expect(head.filter((descriptor) => 'title' in descriptor)).toEqual([{ title: 'Patients – Candour' }])
  const others = homeMeta().filter((descriptor) => !('title' in descriptor))
  expect(head).toEqual(expect.arrayContaining(others))
  expect(head).toHaveLength(others.length + 1)
  for (const told of [
    { name: 'description' },
    { tagName: 'link', rel: 'canonical' },
    { property: 'og:description' },
    { property: 'og:url' },
  ])
    expect(others).toContainEqual(expect.objectContaining(told))
})
