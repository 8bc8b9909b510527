import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Problem, problemLine } from './content-file.ts'
import type { Source } from './source-loader.ts'
import { loadTemplates } from './template-loader.ts'

/** A template of the library, as if nobody had looked for what its risks rest on. */
const crown = readFileSync(
  join(import.meta.dirname, '../../content/templates/porcelain-crown.md'),
  'utf8',
).replaceAll(/source: .+\n    finding: .+/g, 'source: GPK')
const sources = new Map<string, Source>(
  ['GPK', 'SEED', 'S4', 'S5', 'S7', 'burke-2009', 'goodacre-2003a'].map((key) => [
    key,
    { reference: `Book ${key}` },
  ]),
)
sources.set('jerjes-2006', {
  reference: 'Jerjes et al., Oral Surgery 2006',
  published: {
    ...{
      reference: 'Jerjes et al., Oral Surgery 2006',
      year: 2006,
      setting: '1,087 teeth',
      read: 'abstract',
    },
    ...{ url: 'https://doi.org/10.1016/j.tripleo.2005.01.019', checkedOn: '2026-11-29' },
    findings: { lost: { finding: 'It broke', per: 'tooth', in100: [0.4, 0.9], certainty: 'low' } },
  },
})
const blockNames = [...new Set([...crown.matchAll(/\{% block: (\S+) %\}/g)].map((match) => match[1] ?? ''))]

function load(text: string, { path = 'porcelain-crown', extraBlock = '' } = {}) {
  const problems: Problem[] = []
  const blocks = blockNames.map((name) => ({ path: `content/blocks/${name}.md`, text: '- Shared point.\n' }))
  if (extraBlock) blocks.push({ path: `content/blocks/${extraBlock}.md`, text: 'Unused.\n' })
  const loaded = loadTemplates(
    {
      templates: [{ path: `content/templates/${path}.md`, text }],
      blocks,
      sources,
    },
    problems,
  )
  return { loaded, problems: problems.map(problemLine) }
}

function changed(before: string, after: string): string {
  if (!crown.includes(before)) throw new Error(`no ${before}`)
  return crown.replace(before, after)
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length
}

describe('a template file', () => {
  it('becomes a template with blocks in place, sources named and answers marked', () => {
    const { loaded, problems } = load(crown)
    expect(problems).toEqual([])
    const shipped = loaded[0]?.shipped
    expect(shipped).toMatchObject({
      id: 'porcelain-crown',
      group: 'crown-bridge',
      version: '1.2',
      requiresTooth: true,
    })
    expect(shipped?.risks[0]).toEqual(
      expect.objectContaining({ band: 'varies', serious: true, source: 'Book S5' }),
    )
    expect(shipped?.risks[0]).not.toHaveProperty('inText')
    expect(shipped?.questions[0]?.answers.map(({ right }) => right)).toEqual([false, true, false])
    expect(shipped?.sections[1]?.html).toContain('<li>Shared point.</li>')
    expect(shipped?.sections.map(({ html }) => html).join('')).not.toContain('{%')
    expect(loaded[0]?.ownSections[1]?.html).not.toContain('Shared point')
  })

  const broken = 'breaks and cannot be saved\n    band: uncommon\n    serious: true\n    source: '
  const rested = (source: string) => changed(`${broken}GPK`, `${broken}${source}`)

  it('ships what a risk rests on in place of the keys, as part of its hash', () => {
    const { loaded, problems } = load(rested('jerjes-2006\n    finding: lost'))
    expect(problems).toEqual([])
    const [template] = loaded
    const told = template?.shipped.risks.find(({ label }) => label.includes('cannot be saved'))
    expect(told).toMatchObject({
      source: 'Jerjes et al., Oral Surgery 2006',
      basis: { certainty: 'low', citation: 'Jerjes et al. 2006', in100: [0.4, 0.9], per: 'tooth' },
    })
    expect(told).not.toHaveProperty('finding')
    expect(template?.sourceKeys).toContain('jerjes-2006')
    expect(template?.shipped.hash).not.toBe(load(crown).loaded[0]?.shipped.hash)
    expect(template?.shipped.risks[0]).not.toHaveProperty('basis')
  })

  it('ships the day of a search instead of its terms', () => {
    const { loaded, problems } = load(rested("GPK\n    searched: '2026-11-29: crown fracture incidence'"))
    expect(problems).toEqual([])
    const told = loaded[0]?.shipped.risks.find(({ label }) => label.includes('cannot be saved'))
    expect(told?.basis).toEqual({ certainty: 'opinion', searchedOn: '2026-11-29' })
    expect(JSON.stringify(told)).not.toContain('incidence')
  })

  const refusals = [
    ['a finding nobody made', rested('jerjes-2006\n    finding: found'), /has no finding "found"/],
    ['a search without a day', rested('GPK\n    searched: crowns'), /risks\.10\.searched: must be a day/],
    [
      'a missing field',
      changed('author: Candour\n', ''),
      /^content\/templates\/porcelain-crown\.md:\d+: author: /,
    ],
    ['an unknown field', changed('author:', 'writer: Me\nauthor:'), /writer/],
    ['a long description', changed('A tooth-coloured cap', 'A cap '.repeat(30)), /description: /],
    [
      'two right answers',
      changed('- wrong: The colour', '- right: The colour'),
      /questions\.0\.answers: exactly one/,
    ],
    ['an unknown source', changed('source: S4', 'source: S99'), /source "S99" is not in/],
    ['an unknown seed fact', changed('[crowns-10-15]', '[crowns-for-ever]'), /seedFacts\.0: /],
    [
      'a group that no check of the wording goes by',
      changed('group: crown-bridge', 'groups: [bone]\ngroup: crown-bridge'),
      /groups\.0: /,
    ],
    ['faulty YAML', changed('author: Candour', 'author: "Candour'), /:\d+: /],
    ['no fields', crown.replace('---', ''), /:1: must begin with a block of fields/],
    [
      'text before the headings',
      changed('## Treatment Description', 'Hello\n\n## Treatment Description'),
      /text must stand under/,
    ],
    [
      'a picture',
      changed('- No metal shows at the gum.', '- ![x](https://a.example/x.png)'),
      /cannot show this \(image\)/,
    ],
    ['HTML', changed('- No metal shows at the gum.', '- You can <b>chew</b>.'), /cannot show this \(html\)/],
    ['a table', changed('You have other choices:', '| a |\n| - |\n| b |'), /cannot show this \(table\)/],
    [
      'a link that is not https',
      changed('No metal shows at the gum', '[x](http://a.example)'),
      /links must begin with https/,
    ],
    ['another heading', changed('### When to get help', '#### When to get help'), /use ### for/],
    ['gaps in a list', changed('- No metal shows at the gum.', '1. One\n\n2. Two'), /no empty lines/],
    [
      'a directive in a sentence',
      changed('- No metal shows at the gum.', '- Eat {% block: your-choice %}'),
      /on a line of its own/,
    ],
  ] as const

  it.each(refusals)('is refused for %s', (_what, text, problem) => {
    expect(load(text).problems).toContainEqual(expect.stringMatching(problem))
  })

  it('is refused for a block that does not exist, naming its line', () => {
    const text = changed('{% block: your-choice %}', '{% block: no-such-block %}')
    const line = lineOf(text, '{% block: no-such-block %}')
    expect(load(text).problems).toContainEqual(
      `content/templates/porcelain-crown.md:${line}: there is no block "no-such-block" in content/blocks`,
    )
  })

  it('names the line of a faulty field', () => {
    const text = changed('band: uncommon', 'band: seldom')
    const [problem] = load(text).problems
    expect(problem).toMatch(new RegExp(`porcelain-crown\\.md:${lineOf(text, 'seldom')}: risks\\.10\\.band: `))
  })

  it('is refused for a file name that cannot be an id', () => {
    expect(load(crown, { path: 'Porcelain Crown' }).problems).toContainEqual(
      expect.stringMatching(/file name/),
    )
  })

  it('leaves no block unused', () => {
    expect(load(crown, { extraBlock: 'forgotten' }).problems).toEqual([
      'content/blocks/forgotten.md: no template includes this block',
    ])
  })

  it('has a subtype of its own', () => {
    const problems: Problem[] = []
    const path = (name: string) => ({ path: `content/templates/${name}.md`, text: crown })
    loadTemplates({ templates: [path('one'), path('two')], blocks: [], sources }, problems)
    expect(problems).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('is used twice') }),
    )
  })
})
