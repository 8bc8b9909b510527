import { describe, expect, it } from 'vitest'
import shipped from '../../../build/content/glossary.json' with { type: 'json' }
import { createGlossary, addTermButtons } from './glossary-terms.ts'

const glossary = createGlossary([
  { term: 'root canal', also: ['root canals'], meaning: 'The space in a root.' },
  { term: 'root', also: ['roots'], meaning: 'The part in the jaw.' },
  { term: 'X-ray', also: [], meaning: 'A picture.' },
  { term: 'crown', also: [], meaning: 'A cap.' },
])
const button = (place: number, form: string) =>
  `<span role="button" tabindex="0" class="term" data-term="${place}" aria-expanded="false">${form}</span>`
const withTermButtons = (html: string) => addTermButtons(html, glossary)

describe('words that can be pressed', () => {
  it.each([
    ['the longest form', '<p>A root canal.</p>', `<p>A ${button(0, 'root canal')}.</p>`],
    [
      'each in its turn',
      '<p>A root and root canals.</p>',
      `<p>A ${button(1, 'root')} and ${button(0, 'root canals')}.</p>`,
    ],
    ['the first time alone', '<p>Root, roots, ROOT.</p>', `<p>${button(1, 'Root')}, roots, ROOT.</p>`],
    ['however it is written', '<p>An x-ray.</p>', `<p>An ${button(2, 'x-ray')}.</p>`],
    ['not within another word', '<p>Crowned, uprooted, crown-like, X-rayed, micro-crown.</p>', null],
    ['not in a link', '<p><a href="https://x.org/crown">A <strong>crown</strong></a></p>', null],
    ['not in a heading', '<h3>Your crown</h3>', null],
    ['not in a tag', '<p title="crown">It.</p>', null],
    [
      'after a link that has it',
      '<p><a href="/">crown</a> crown</p>',
      `<p><a href="/">crown</a> ${button(3, 'crown')}</p>`,
    ],
    ['beside other letters', '<p>Żcrown (crown)</p>', `<p>Żcrown (${button(3, 'crown')})</p>`],
    ['nothing in nothing', '', ''],
  ])('are %s', (_what, html, expected) => expect(withTermButtons(html)).toBe(expected ?? html))

  it('change no letter of the wording', () => {
    const html = '<p>A root canal &amp; a <em>crown</em>: X-ray.</p><ul><li>roots</li></ul>'
    expect(withTermButtons(html).replaceAll(/<\/?span[^>]*>/g, '')).toBe(html)
  })
})

it('every form that is shipped leads to its own meaning', () => {
  const { terms, indexByForm } = createGlossary(shipped)
  for (const [place, { term, also }] of terms.entries())
    for (const form of [term, ...also]) {
      expect(indexByForm.get(form.toLowerCase())).toBe(place)
      expect(addTermButtons(`<p>${form}</p>`, createGlossary(shipped))).toContain(`data-term="${place}"`)
    }
})
