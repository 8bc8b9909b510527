import { describe, expect, it } from 'vitest'
import texts from '../../../build/content/easy-read.json' with { type: 'json' }
import templates from '../../../build/content/templates.json' with { type: 'json' }
import type { LibraryEasyRead } from '../../../build/content/types.d.ts'
import factors from '../../../build/content/patient-factors.json' with { type: 'json' }
import { easyReadPagesOf, easyReadTemplateOf, readEasyRead } from './easy-read-library.ts'
import { renderEasyRead } from './easy-read-rendering.ts'

const sectionsOf = (id: string) =>
  templates
    .find((template) => template.id === id)!
    .sections.map(({ title, html: content }) => ({ title, content }))
const filling = sectionsOf('composite-filling')
const nobody = { fill: (html: string) => html, disclosed: [], options: [] }
const linesOf = (rendered: ReturnType<typeof renderEasyRead>) =>
  (rendered.easyRead?.pages ?? []).flatMap(({ lines }) => lines.map(({ html }) => html))

describe('the library', () => {
  it('knows each of its texts by the English that they say', async () => {
    for (const { template } of texts as LibraryEasyRead[]) {
      const sections = sectionsOf(template)
      expect(easyReadTemplateOf(sections)).toBe(template)
      const text = await readEasyRead(sections)
      expect(sections.map((section) => easyReadPagesOf(text, section).length)).not.toContain(0)
    }
  })

  it('has nothing for a section that a practice changed, and for another text', async () => {
    const [description, ...rest] = filling
    const changed = [{ ...description!, content: `${description!.content}<p>More.</p>` }, ...rest]
    const text = await readEasyRead(changed)
    expect(changed.map((section) => easyReadPagesOf(text, section).length > 0)).toEqual([
      false,
      ...[true, true, true, true, true],
    ])
    expect(easyReadTemplateOf(sectionsOf('conventional-fixed-bridge'))).toBeNull()
  })
})

describe('Easy Read for one patient', () => {
  const page = (lines: LibraryEasyRead['sections'][number]['pages'][number]['lines']) => [
    { title: 'What?', lines },
  ]

  it('says how often only where something follows, and leaves out what is not said to them', () => {
    const rendered = renderEasyRead(
      'Risks and Complications',
      page([
        { symbol: 'people-many', html: 'Many.', isBand: true },
        { symbol: 'tooth', html: '{{onlyLower}} Numb.' },
        { symbol: 'people-rare', html: 'Few.', isBand: true },
        { symbol: 'tooth', html: 'Rash.' },
      ]),
      { ...nobody, fill: (html) => (html.includes('only') ? '' : html) },
    )
    expect(linesOf(rendered)).toEqual(['Few.', 'Rash.'])
  })

  const rule = factors.rules.find(({ changes }) => changes.some(({ insteadOf }) => insteadOf.length > 0))!
  const [change] = rule.changes
  const aftercare = filling.find(({ title }) => title === 'Aftercare Instructions')!

  it('says which painkiller instead of the usual ones, first, as the full text does', async () => {
    const pages = easyReadPagesOf(await readEasyRead(filling), aftercare)
    const usual = linesOf(renderEasyRead(aftercare.title, pages, nobody))
    expect(usual).toContain('Take the painkiller you use for a headache.')
    const disclosed = [{ ruleId: rule.id }]
    const own = linesOf(renderEasyRead(aftercare.title, pages, { ...nobody, disclosed }))
    expect(own.slice(0, 2)).toEqual(['This is different for you.', change!.says])
    expect(own).not.toContain('Take the painkiller you use for a headache.')
    expect(own.filter((line) => !usual.includes(line))).toHaveLength(2)
  })

  it('moves a risk that is more frequent for them to where it is said that this is theirs', () => {
    const moving = factors.rules.find(({ bands }) => bands.length > 0)!
    const [risk] = moving.bands[0]!.risks
    const rendered = renderEasyRead(
      'Risks and Complications',
      page([
        { symbol: 'people-some', html: 'Some.', isBand: true },
        { symbol: 'blood', html: 'It could bleed.', risk: risk! },
      ]),
      { ...nobody, disclosed: [{ ruleId: moving.id }] },
    )
    expect(linesOf(rendered)).toEqual(['This is different for you.', 'It could bleed.'])
  })

  it('says which choice is not right for them, as text and never as markup', () => {
    const option = {
      ...{
        kind: 'treatment' as const,
        title: 'A <b>crown</b>',
        benefit: '',
        risk: '',
        lasts: '',
        visits: '',
      },
      ...{ pricePence: null, band: null, notSuitable: 'the tooth is too weak.' },
    }
    const rendered = renderEasyRead('Alternatives', page([{ symbol: 'stop', html: 'Wait.' }]), {
      ...nobody,
      options: [option],
    })
    expect(linesOf(rendered)).toEqual([
      'This may not be right for you: A &lt;b&gt;crown&lt;/b&gt;. The reason is: the tooth is too weak.',
      'Wait.',
    ])
  })
})
