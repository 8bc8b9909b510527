import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FigureList } from './plain/figure-list.tsx'
import { IconArray } from './plain/icon-array.tsx'
import { PictureFigure } from './plain/picture-figure.tsx'

/** How many marks each tone has. */
const counts = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<path data-marks="(\w+)" d="([^"]*)"/g)].map(([, name, d]) => [
      name,
      d!.match(/M/g)!.length,
    ]),
  )

test.each([
  ['3 of 120', { from: 3, to: 3, of: 120 }, { marked: 3, rest: 117 }],
  ['16 to 22 of 100', { from: 16, to: 22, of: 100 }, { marked: 16, between: 6, rest: 78 }],
  ['5 to 20 of 1,000', { from: 5, to: 20, of: 1000 }, { marked: 5, between: 15, rest: 980 }],
  ['all of 100', { from: 100, to: 100, of: 100 }, { marked: 100 }],
  ['1 of 3', { from: 1, to: 1, of: 3 }, { marked: 1, rest: 2 }],
])('%s', (_what, figure, marks) => {
  const html = renderToStaticMarkup(<IconArray {...figure} text="About so many" />)
  expect(counts(html)).toEqual(marks)
  expect(html).toContain('role="img" aria-label="About so many"')
})

test('a number is told once to whoever hears it, and lighter marks are explained where there are any', () => {
  const words = { title: 'Numbers', level: 3, lead: 'A mark.', range: 'Lighter marks.' } as const
  const item = { label: 'It hurts', figure: { from: 3, to: 3, of: 100 }, text: 'About 3 in every 100 people' }
  const exact = renderToStaticMarkup(<FigureList {...words} items={[item]} />)
  expect(exact).toContain('<h3>Numbers</h3>')
  expect(exact).toContain('aria-label="About 3 in every 100 people"')
  expect(exact).toMatch(/<p aria-hidden="true"[^>]*>About 3 in every 100 people<\/p>/)
  expect(exact).not.toContain('Lighter')
  const wide = { ...item, figure: { ...item.figure, to: 5 } }
  expect(renderToStaticMarkup(<FigureList {...words} items={[wide]} />)).toContain('A mark. Lighter marks.')
})

test('a picture is an image with its words, and whatever is in it stays in the image', () => {
  const svg = '<svg><script>alert("1")</script></svg>'
  const picture = { id: 'crown', title: 'A crown', alt: 'A cap on a tooth', svg }
  const html = renderToStaticMarkup(<PictureFigure picture={picture} summary="What it shows" lang="en" />)
  expect(html).not.toContain('<script')
  expect(html).toContain(`src="data:image/svg+xml,${encodeURIComponent(svg)}"`)
  expect(html).toContain('alt="A cap on a tooth"')
  expect(html).toMatch(/<figcaption lang="en"[^>]*>A crown<\/figcaption>/)
  expect(html).toMatch(/<details.*What it shows.*<p lang="en"[^>]*>A cap on a tooth<\/p>/)
})
