import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TermHelp } from './term-help.tsx'

test('what a term means is closed at first, and its name says which term', () => {
  const html = renderToStaticMarkup(<TermHelp term="Seal">A code.</TermHelp>)
  expect(html).toContain('What’s this?<span class="sr-only"> Seal</span>')
  expect(html).toContain('A code.')
  expect(html).not.toContain(' open')
})
