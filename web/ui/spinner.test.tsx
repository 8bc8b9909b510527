import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Spinner, type SpinnerSize } from './plain/spinner.tsx'

const sizes: [SpinnerSize, RegExp][] = [
  ['small', /size-4/],
  ['medium', /size-6/],
  ['large', /size-10/],
  ['screen', /min-h-dvh/],
  ['inline', /inline-flex/],
]

test.each(sizes)('a %s spinner has its own size and says that it is loading', (size, look) => {
  const html = renderToStaticMarkup(<Spinner size={size} />)
  expect(html).toMatch(look)
  expect(html).toContain('role="status"')
  expect(html).toContain('<span class="sr-only">Loading</span>')
})

test('a message stands in place of the word that is only read out', () => {
  const html = renderToStaticMarkup(<Spinner message="The PDF is being prepared" />)
  expect(html).toContain('<span>The PDF is being prepared</span>')
  expect(html).not.toContain('sr-only')
})
