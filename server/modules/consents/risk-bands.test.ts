import { describe, expect, it } from 'vitest'
import library from '../../../build/content/templates.json' with { type: 'json' }
import words from '../../../build/content/page.consent-plan.json' with { type: 'json' }
import translations from '../../../build/content/translations.json' with { type: 'json' }
import { FrozenContent } from '../../../contract/consents.ts'
import { termbaseOf } from '../translations/index.ts'
import { createTranslator } from './plan-translator.ts'
import { applyRiskBands } from './risk-bands.ts'

type Risk = FrozenContent['risks'][number]

const title = 'Risks and Complications'
const point = 'The wound bleeds more than expected and needs more care.'
const bleeding = (label = 'Bleeding'): Risk => ({ label, band: 'common', serious: false, source: '' })
const textOf = (content: string, risks = [bleeding()]) => ({
  title: 'Surgery',
  sections: [{ id: 2, title, content, media: null }],
  risks,
})
const apixaban = [{ ruleId: 'R003' }]

/** The points that stand below each heading. */
const listed = (html: string) =>
  Object.fromEntries(
    html
      .split('<h3>')
      .slice(1)
      .map((part) => {
        const [heading = '', body = ''] = part.split('</h3>')
        return [heading, [...body.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => item)]
      }),
  )

const veryCommon = 'Very common (more than 1 in 10 people)'
const common = 'Common (between 1 in 10 and 1 in 100 people)'
const rare = 'Rare (fewer than 1 in 1,000 people)'
const veryRare = 'Very rare (fewer than 1 in 10,000 people)'
const forYou = `<strong>For you:</strong> ${point}`

describe('a risk that a rule puts into another band', () => {
  it.each([
    [
      'joins those of that band',
      `<h3>${veryCommon}</h3><ul><li>Pain.</li></ul><h3>${common}</h3><ul><li>${point}</li><li>Bruises.</li></ul><p>End.</p>`,
      { [veryCommon]: ['Pain.', forYou], [common]: ['Bruises.'] },
    ],
    [
      'has a heading of its own where there was none',
      `<p>All.</p><h3>${common}</h3><ul><li>${point}</li><li>Bruises.</li></ul>`,
      { [veryCommon]: [forYou], [common]: ['Bruises.'] },
    ],
    [
      'leaves no heading without a point',
      `<h3>${common}</h3>\n<ul>\n<li>${point}</li>\n</ul>`,
      { [veryCommon]: [forYou] },
    ],
    [
      'leaves the rarest band for it',
      `<h3>${veryRare}</h3><ul><li>${point}</li><li>Shock.</li></ul><p>End.</p>`,
      { [veryCommon]: [forYou], [veryRare]: ['Shock.'] },
    ],
    [
      'goes past it where another point stands below',
      `<h3>${common}</h3><ul><li>${point}</li></ul><h3>${rare}</h3><ul><li>A numb lip.</li></ul><h3>${veryRare}</h3><ul><li>Shock.</li></ul>`,
      { [veryCommon]: [forYou], [rare]: ['A numb lip.'], [veryRare]: ['Shock.'] },
    ],
    [
      'stays where it is in that band already',
      `<h3>${veryCommon}</h3><ul><li>${point}</li></ul>`,
      { [veryCommon]: [point] },
    ],
  ])('%s', (_what, content, points) => {
    const { sections, risks } = applyRiskBands(textOf(content), apixaban)
    expect(listed(sections[0]!.content)).toEqual(points)
    expect(risks[0]!.band).toBe('very common')
  })

  it('changes nothing of risks that it does not name, and nothing where it does not hold', () => {
    const html = `<h3>${common}</h3><ul><li>${point}</li></ul>`
    const other = textOf(html, [bleeding('Nose bleed')])
    expect(applyRiskBands(other, apixaban)).toEqual(other)
    expect(applyRiskBands(textOf(html), [{ ruleId: 'R023' }])).toEqual(textOf(html))
  })

  it('is said in the list of risks alone where a practice tells it in other words', () => {
    const html = `<h3>${common}</h3><ul><li>It may bleed.</li></ul>`
    const { sections, risks } = applyRiskBands(textOf(html), apixaban)
    expect(sections[0]!.content).toBe(html)
    expect(risks[0]!.band).toBe('very common')
  })
})

it('leaves what was frozen, or written by a practice, before there was a fifth band as it is', () => {
  const html = `<h3>${rare}</h3><ul><li><strong>You have a bad allergic reaction.</strong></li></ul>`
  const old = FrozenContent.pick({ risks: true }).parse({
    risks: [{ label: 'Severe allergic reaction', band: 'rare', serious: true, source: '' }],
  })
  expect(applyRiskBands(textOf(html, old.risks), apixaban)).toEqual(textOf(html, old.risks))
})

it.each(['ar', 'bn', 'cy', 'pa', 'pl', 'pt', 'ro', 'ur', 'zh-Hans'] as const)(
  'each band has its own name in %s, and the heading of a text is the same',
  (language) => {
    const named = Object.values(words.bands).map((heading) => termbaseOf(language)!.translate(heading))
    expect(new Set(named).size).toBe(5)
    expect(named).not.toContain(undefined)
    const { sections } = translations.find(
      (one) => one.template === 'simple-extraction' && one.language === language,
    )!
    const headings = [
      ...sections
        .map(({ html }) => html)
        .join('')
        .matchAll(/<h3>(.*?)<\/h3>/g),
    ]
    expect(headings.map(([, heading]) => heading)).toContain(named.at(-1))
  },
)

it.each(['cy', 'pl', 'ur'] as const)('moves in %s as it does in English', (language) => {
  const id = 'surgical-wisdom-tooth-extraction'
  const english = library.find((one) => one.id === id)!
  const section = english.sections.find((one) => one.title === title)!
  const own = translations
    .find((one) => one.template === id && one.language === language)!
    .sections.find((one) => one.id === section.id)!
  const beside = {
    ...{ language, format: 'standard' as const, status: 'checked' as const },
    ...{ title: own.title, content: own.html },
  }
  const text = {
    ...{ title: english.name, risks: english.risks as Risk[] },
    sections: [{ id: 2, title, content: section.html, media: null, beside }],
  }
  const termbase = termbaseOf(language)!
  const [changed] = applyRiskBands(
    text,
    apixaban,
    createTranslator(termbase, () => {}),
  ).sections
  const [before, after] = [own.html, changed!.beside!.content].map((html) => Object.values(listed(html)))
  expect(after!.map((points) => points.length)).toEqual(
    Object.values(listed(changed!.content)).map((points) => points.length),
  )
  expect(after![0]!.at(-1)).toContain(termbase.translate('For you:')!)
  expect(after![0]).toHaveLength(before![0]!.length + 1)
  expect(changed!.beside!.status).toBe('machine')
})
