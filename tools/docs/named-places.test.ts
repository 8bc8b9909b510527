import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

/** Files and folders of this repository, as pages name them: in backticks, from one of the top folders. */
const place = /`((?:contract|server|web|content|tests|tools|docs|\.ci)\/[\w./-]*|[\w-]+\.config\.ts)`/g
/** Links to files beside the page. */
const link = /\]\((?!https?:|#|mailto:)([^)#]+)/g

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(10))

test.each(pages)('%s names only files that are there', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8')
  const places = Array.from(text.matchAll(place), ([, name = '']) => name)
  const links = Array.from(text.matchAll(link), ([, to = '']) => path.join(path.dirname(page), to))
  expect([...places, ...links].filter((name) => !existsSync(path.join(root, name)))).toEqual([])
})
