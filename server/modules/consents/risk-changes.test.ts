import { expect, it } from 'vitest'
import blocks from '../../../build/content/templates.json' with { type: 'json' }
import { withRiskChanges } from './risk-changes.ts'

const sectionsOf = (id: string) =>
  blocks
    .find((template) => template.id === id)!
    .sections.map(({ html, ...section }) => ({ ...section, content: html, media: null }))
const sections = sectionsOf('simple-extraction')
const contentOf = (title: string, ruleIds: readonly string[]) =>
  withRiskChanges(
    sections,
    ruleIds.map((ruleId) => ({ ruleId })),
  ).find((section) => section.title === title)!.content

it('leaves a text alone that no rule changes', () => {
  expect(withRiskChanges(sections, [{ ruleId: 'R023' }, { ruleId: '' }])).toEqual(sections)
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
  const changed = withRiskChanges(two, [{ ruleId: 'R113' }]).filter(({ title }) =>
    title.startsWith('Aftercare Instructions'),
  )
  expect(changed.map(({ content }) => content.includes('For you:'))).toEqual([true, false])
  for (const { content } of changed) expect(content).not.toContain('headache')
})

it('says it first in another language as well, where it takes the place of nothing', () => {
  const beside = {
    ...{ language: 'pl' as const, format: 'standard' as const, title: 'Po zabiegu' },
    ...{ content: '<p>Po zabiegu.</p>', status: 'checked' as const },
  }
  const [changed] = withRiskChanges(
    sections
      .filter(({ title }) => title === 'Aftercare Instructions')
      .map((section) => ({ ...section, beside })),
    [{ ruleId: 'R112' }],
  )
  expect(changed!.beside!.content).toMatch(/^<p><strong>For you:<\/strong>.*\n<p>Po zabiegu\.<\/p>$/)
})
