import { expect, test } from 'vitest'
import { fillablePlaceholders } from './placeholder-words.ts'
import { bracketPlaceholders, fillPlaceholders, markFilled } from './placeholder-filling.ts'

const label = (name: string) => name.toUpperCase()

test('values stand in the text and gaps are marked', () => {
  expect(
    fillPlaceholders('<p>About {{visits}} for {{price}}.</p>', { visits: '2 visits', price: ' ' }, label),
  ).toBe('<p>About 2 visits for <mark>PRICE</mark>.</p>')
})

test('a value is text, never markup', () => {
  const typed = `<img src=x onerror="alert(1)"> & 'more'`
  expect(fillPlaceholders('{{what}}', { what: typed }, label)).toBe(
    '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;more&#39;',
  )
})

test('a value that looks like a placeholder or a replacement pattern is left as typed', () => {
  expect(fillPlaceholders('{{what}}', { what: '{{price}} $& $1', price: '£1' }, label)).toBe(
    '{{price}} $&amp; $1',
  )
})

test('only what a person fills in is asked for, once each', () => {
  expect(fillablePlaceholders(['tooth', 'price', 'clinician', 'visits', 'toString'])).toEqual([
    'visits',
    'price',
  ])
})

test('a gap stands in brackets where nothing can be marked, and its label is text', () => {
  const labelOf = (name: string) => `<${name}>`
  expect(bracketPlaceholders('<p>It costs {{price}}.</p>', labelOf)).toBe('<p>It costs [&lt;price&gt;].</p>')
})

test('a value that fills a gap is marked with its name, where the words that lead to it stand', () => {
  const wording = ['<p>We found: {{diagnosis}}. The outlook is: {{prognosis}}.</p>']
  const filled = '<p>A good day. We found: decay &amp; wear. The outlook is: good.</p>'
  expect(markFilled(filled, wording, { diagnosis: 'decay & wear', prognosis: ' good ' })).toBe(
    '<p>A good day. We found: <mark data-filled data-gap="diagnosis">decay &amp; wear</mark>. ' +
      'The outlook is: <mark data-filled data-gap="prognosis">good</mark>.</p>',
  )
})

test('a value that is not there, or fills no gap of this wording, marks nothing', () => {
  const html = '<p>We found: decay.</p>'
  expect(markFilled(html, ['<p>We found: {{diagnosis}}.</p>'], { diagnosis: 'wear' })).toBe(html)
  expect(markFilled(html, ['<p>{{diagnosis}}</p>'], { diagnosis: 'decay' })).toBe(html)
  expect(markFilled(html, ['<p>We found: {{diagnosis}}.</p>'], { diagnosis: ' ' })).toBe(html)
})
