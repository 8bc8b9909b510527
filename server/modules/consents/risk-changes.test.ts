import { expect, it } from 'vitest'
import blocks from '../../../build/content/templates.json' with { type: 'json' }
import translations from '../../../build/content/translations.json' with { type: 'json' }
import { termbaseOf } from '../translations/index.ts'
import { createTranslator } from './plan-translator.ts'
import { applyRiskChanges } from './risk-changes.ts'

const sectionsOf = (id: string) =>
  blocks
    .find((template) => template.id === id)!
    .sections.map(({ html, ...section }) => ({ ...section, content: html, media: null }))
const sections = sectionsOf('simple-extraction')
const contentOf = (title: string, ruleIds: readonly string[]) =>
  applyRiskChanges(
    sections,
    ruleIds.map((ruleId) => ({ ruleId })),
  ).find((section) => section.title === title)!.content

it('leaves a text alone that no rule changes', () => {
  expect(applyRiskChanges(sections, [{ ruleId: 'R023' }, { ruleId: '' }])).toEqual(sections)
})

it('says what is so for this patient, first and in the place of what is said to others', () => {
  const before = contentOf('Aftercare Instructions', [])
  const after = contentOf('Aftercare Instructions', ['R112'])
  expect(before).toContain('Take the painkiller you would use for a headache.')
  expect(after).not.toContain('Take the painkiller you would use for a headache.')
  expect(after).not.toContain('Do not use aspirin for this pain')
  expect(after).toMatch(/^<p><strong>For you:<\/strong> For pain, take paracetamol/)
  expect(after).not.toMatch(/<ul>\s*<\/ul>/)
  expect(after).toContain('Do not rinse your mouth for 24 hours.')
})

it('says what two rules have in common once, and adds another choice', () => {
  const both = contentOf('Alternatives', ['R011', 'R017'])
  expect(both.match(/For you:/g)).toHaveLength(1)
  expect(both).toContain('Keep the root.')
  expect(both).toContain('Leave the tooth and watch it.')
})

it('changes each part of a text for several treatments, and says it in the first', () => {
  const bundled = sections.map((section) => ({
    ...section,
    title: section.title === 'Aftercare Instructions' ? 'Aftercare Instructions: Crown' : section.title,
  }))
  const two = [...bundled, ...sections].map((section, index) => ({ ...section, id: index + 1 }))
  const changed = applyRiskChanges(two, [{ ruleId: 'R113' }]).filter(({ title }) =>
    title.startsWith('Aftercare Instructions'),
  )
  expect(changed.map(({ content }) => content.includes('For you:'))).toEqual([true, false])
  for (const { content } of changed) expect(content).not.toContain('headache')
})

const aftercare = sections.filter(({ title }) => title === 'Aftercare Instructions')
const translated = (language: string) =>
  translations
    .find((one) => one.template === 'simple-extraction' && one.language === language)!
    .sections.find(({ id }) => id === aftercare[0]!.id)!
const translationIn = (language: 'cy' | 'pl' | 'ur', content: string) => ({
  ...{ language, format: 'standard' as const, title: '', status: 'checked' as const, content },
})
const translationAfterChanges = (language: 'cy' | 'pl' | 'ur', content: string) =>
  applyRiskChanges(
    aftercare.map((section) => ({ ...section, beside: translationIn(language, content) })),
    [{ ruleId: 'R112' }],
    createTranslator(termbaseOf(language)!, () => {}),
  )[0]!.beside!
const points = (html: string) => [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text]) => text)

it.each(['cy', 'pl', 'ur'] as const)(
  'says it in %s too, in the place of the same points, and no person has checked it so',
  (language) => {
    const { html } = translated(language)
    const { content, status } = translationAfterChanges(language, html)
    const forYou = termbaseOf(language)!.translate('For you:')!
    expect(content.startsWith(`<p><strong>${forYou}</strong> `)).toBe(true)
    expect(content).not.toContain('For you:')
    expect(status).toBe('machine')
    const replaced = points(aftercare[0]!.content).flatMap((point, place) =>
      contentOf('Aftercare Instructions', ['R112']).includes(`<li>${point}</li>`) ? [] : [place],
    )
    expect(replaced.length).toBeGreaterThan(2)
    const left = points(html).filter((_point, place) => !replaced.includes(place))
    expect(points(content)).toEqual(left)
  },
)

it('stands before all points where a practice made others of them', () => {
  const { content } = translationAfterChanges('pl', '<ul><li>Po zabiegu.</li></ul>')
  expect(content).toMatch(/^<p><strong>Dla Pana\/Pani:<\/strong>.*\n<ul><li>Po zabiegu\.<\/li><\/ul>$/)
})
