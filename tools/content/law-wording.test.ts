import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Nation } from '../../contract/retention-rules.ts'
import { teethOfSite } from '../../contract/teeth.ts'
import { renderWordingFor } from '../../contract/conditional-wording.ts'
import { plainText } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'

const root = join(import.meta.dirname, '../..')
const { content } = loadContent(root)

/** What somebody of this nation and age reads of a template. */
function renderedTextOf(id: string, { nation = 'england' as Nation, age = 40 }) {
  const template = content.templates.find(({ shipped }) => shipped.id === id)!
  const reader = { teeth: teethOfSite({ teeth: [], area: null }), age, nation }
  return template.shipped.sections.map(({ html }) => plainText(renderWordingFor(html, reader))).join('\n')
}

it('no text lets a carer agree', () => {
  const wrong = content.templates
    .filter(({ shipped }) =>
      /\bcarers? (?:may|can|must|needs? to|may need to) agree/i.test(JSON.stringify(shipped.sections)),
    )
    .map(({ shipped }) => shipped.id)
  expect(wrong).toEqual([])
})

it.each([
  [15, true],
  [16, false],
])('at %i it is said who else may need to agree: %s', (age, isSaid) => {
  expect(renderedTextOf('exposure-of-an-impacted-tooth', { age }).includes('parental responsibility')).toBe(
    isSaid,
  )
})

it.each<[Nation, RegExp, RegExp]>([
  ['england', /In England it is against the law/, /Scottish law/],
  ['scotland', /Scottish law of 2026/, /In England/],
  ['wales', /adults only/, /against the law|Scottish law/],
])('fillers name the law of %s alone', (nation, named, foreign) => {
  const text = renderedTextOf('dermal-filler-lips', { nation })
  expect(text).toMatch(named)
  expect(text).not.toMatch(foreign)
})

it.each<[Nation, boolean]>([
  ['northern-ireland', true],
  ['england', false],
])('amalgam is a matter of law, until 2034 in %s: %s', (nation, isDated) => {
  const text = renderedTextOf('amalgam-filling', { nation })
  expect(text).toContain('By law it needs a clear reason')
  expect(text.includes('2034')).toBe(isDated)
})

it('a later lasting power of attorney stands over an advance decision, where there are such powers', () => {
  const file = (name: string) => readFileSync(join(root, 'content', name), 'utf8')
  expect(file('capacity/mental-capacity-act.yaml')).toMatch(
    /not valid if a lasting power of attorney made after it/,
  )
  expect(file('capacity/northern-ireland.yaml')).not.toMatch(/lasting power of attorney/)
})

it('the privacy page names the way to complain to whoever is responsible', () => {
  expect(JSON.stringify(content.pages['privacy'])).toMatch(/Data \(Use and Access\) Act 2025, section 103/)
})
