import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentHash } from './canonical-hash.ts'
import { type Problem, readFolder } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadEasyRead } from './easy-read-loader.ts'
import type { LibraryTemplate } from './library-types.ts'

const nerve = '<li>{{onlyLower}} <strong>A nerve is harmed.</strong></li>'
const english = {
  id: 'splint',
  sections: [
    { id: 1, title: 'Treatment Description', html: '<p>It is for {{tooth}}. It takes two visits.</p>' },
    { id: 2, title: 'Risks and Complications', html: `<ul><li>Sore in 20 people.</li>${nerve}</ul>` },
    { id: 3, title: 'Benefits', html: '<p>Calm.</p>' },
    { id: 4, title: 'Alternatives', html: '<p>Wait.</p>' },
    {
      id: 5,
      title: 'Aftercare Instructions',
      html: '<p>Phone {{practicePhone}} if you have a fever. Call 999 if it is hard to breathe.</p>',
    },
    { id: 6, title: 'No Treatment', html: '<p>You can say no.</p>' },
  ],
  risks: [
    { label: 'Sore', band: 'common', serious: false },
    { label: 'Nerve harm', band: 'rare', serious: true, only: 'onlyLower' },
  ],
} as unknown as LibraryTemplate

const risks = `## [risks] What can go wrong?

### common

- tooth: You could be sore. This happens to 20 people.

### rare

- tooth: {{onlyLower}} A nerve could be hurt.`
const page = (question: string, line: string) => `## [${question}] What about this?\n\n- tooth: ${line}`
const body = [
  page('wrong', 'Your tooth is {{tooth}}.'),
  page('plan', 'We make a splint.'),
  page('steps', 'You come for 2 visits.'),
  page('good', 'It is calm.'),
  risks,
  page('choices', 'You can wait.'),
  page('nothing', 'It may stay the same.'),
  page('after', 'Rest at home.'),
  page('help', 'Phone us on {{practicePhone}} if you have a **fever**. Fever means you feel very hot.'),
  '- tooth: Phone 999 if it is hard to breathe.',
  page('decide', 'You can say no.'),
  page('people', 'A friend can help you.'),
].join('\n\n')

const head = `---
template: splint
from: ${contentHash(english.sections)}
draftedOn: 2026-11-29
covers:
  - risk: Nerve harm
    says: A nerve could be hurt
---

`

function load(text: string, blocks: Record<string, string> = {}) {
  const problems: Problem[] = []
  const files = (all: Record<string, string>, folder: string) =>
    Object.entries(all).map(([name, said]) => ({ path: `${folder}/${name}.md`, text: said }))
  const symbols = new Set(['tooth', 'people-many', 'people-some', 'people-few', 'people-rare'])
  const loaded = loadEasyRead(
    {
      texts: [{ path: 'content/easy-read/splint.md', text }],
      blocks: files(blocks, 'content/easy-read/blocks'),
      templateBlocks: files({ painkillers: '- Take one.\n- Read the packet.\n' }, 'content/blocks'),
    },
    { library: [english], symbols },
    problems,
  )
  return { loaded, messages: problems.map(({ message }) => message) }
}

describe('a text in Easy Read', () => {
  it('is read page by page, each under the section that it says', () => {
    const { loaded, messages } = load(head + body)
    expect(messages).toEqual([])
    expect(loaded[0]!.sections.map(({ id, pages }) => [id, pages.length])).toEqual([
      [1, 3],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 2],
      [6, 3],
    ])
    expect(loaded[0]!.sections[1]!.pages[0]!.lines).toEqual([
      { symbol: 'people-some', html: 'These happen to up to 1 in 10 people.', isBand: true },
      { symbol: 'tooth', html: 'You could be sore. This happens to 20 people.' },
      { symbol: 'people-rare', html: 'These happen to fewer than 1 in 1,000 people.', isBand: true },
      { symbol: 'tooth', html: '{{onlyLower}} A nerve could be hurt.', risk: 'Nerve harm' },
    ])
  })

  it('knows which points of the template its shared lines say', () => {
    const text = body.replace('- tooth: Rest at home.', '{% block: painkillers %}')
    const { loaded, messages } = load(head + text, { painkillers: '- tooth: Take a painkiller.\n' })
    expect(messages).toEqual([])
    const { pages } = loaded[0]!.sections[4]!
    expect(pages[0]!.lines[0]!.replaces).toEqual(['<li>Take one.</li>', '<li>Read the packet.</li>'])
  })

  it.each([
    [
      'a serious risk that nobody says',
      head.replace(/covers:[^]*---/, 'covers: []\n---') + body,
      'does not cover the serious risk "Nerve harm"',
    ],
    [
      'a risk in another band',
      head + body.replace('### rare\n\n', ''),
      '"Nerve harm" is rare, and stands under common',
    ],
    [
      'a risk in a rarer band',
      head + body.replace('### rare', '### very rare'),
      '"Nerve harm" is rare, and stands under very rare',
    ],
    [
      'a risk said to everybody',
      head + body.replace('{{onlyLower}} ', ''),
      '"Nerve harm" is said onlyLower, not to everybody',
    ],
    ['another number', head + body.replace('20 people', '30 people'), 'the template has no number 30'],
    [
      'a placeholder left out',
      head + body.replace('{{tooth}}', 'here'),
      'must say {{tooth}} as the template does',
    ],
    [
      'a reason to get help left out',
      head + body.replace(/- tooth: Phone 999.*/, ''),
      '[help] does not say when to get help: 999',
    ],
    ['a question left out', head + body.replace('[decide]', '[people]'), 'no page answers [decide]'],
    [
      'a long sentence',
      head + body.replace('It is calm.', `It is ${'very '.repeat(13)}calm.`),
      '16 words, at most 15: "',
    ],
    [
      'a symbol that nobody drew',
      head + body.replace('- tooth: It is calm.', '- moon: It is calm.'),
      'there is no symbol "moon"',
    ],
    [
      'a line without a symbol',
      head + body.replace('- tooth: It is calm.', 'It is calm.'),
      'write "## [question] Title"',
    ],
    [
      'a heading that asks nothing',
      head + body.replace('go wrong?', 'go wrong'),
      'a heading asks a question',
    ],
    ['a short form', head + body.replace('It is calm.', "It's calm."), 'write words in full: "do not"'],
    [
      'a percentage',
      head + body.replace('20 people', '20% of people'),
      'say how many people, not a percentage',
    ],
    ['a number in words', head + body.replace('2 visits', 'two visits'), 'write numbers as digits'],
    ['a hard word', head + body.replace('It is calm.', 'It is sedation.'), '"sedation" is a hard word'],
    [
      'a crowded page',
      head + body.replace('- tooth: It is calm.', '- tooth: It is calm.\n'.repeat(11)),
      '11 ideas on a page, at most 10',
    ],
    [
      'a template that changed',
      head.replace(/from: .*/, 'from: old') + body,
      'the template says something else now',
    ],
  ])('is refused: %s', (_what, text, message) => {
    expect(load(text).messages.join('\n')).toContain(message)
  })
})

describe('the library in Easy Read', () => {
  const root = join(import.meta.dirname, '../..')
  const { content } = loadContent(root)

  it('has the twenty, each with its licensed symbols', () => {
    expect(content.easyRead).toHaveLength(20)
    const used = new Set(
      content.easyRead.flatMap(({ sections }) =>
        sections.flatMap(({ pages }) => pages.flatMap(({ lines }) => lines.map(({ symbol }) => symbol))),
      ),
    )
    expect(Object.keys(content.easyReadSymbols).filter((name) => !used.has(name))).toEqual([])
    expect(readFolder(root, 'docs', 'easy-read-symbols.md')[0]!.text).toContain('ISC')
  })
})
