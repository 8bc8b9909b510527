import { describe, expect, it } from 'vitest'
import type { Nation } from './retention-rules.ts'
import { teethOfSite, type Area } from './teeth.ts'
import { TemplateInput } from './templates.ts'
import { isConditionMet, textConditions, renderWordingFor } from './conditional-wording.ts'

type Facts = { teeth?: string[]; area?: Area; age?: number; nation?: Nation }
const reader = ({ teeth = [], area, age = 40, nation = 'england' }: Facts) => ({
  teeth: teethOfSite({ teeth, area: area ?? null }),
  ...{ age, nation },
})

describe('a condition', () => {
  it.each<[string, Facts, boolean]>([
    ['onlyUpper', { teeth: ['16'] }, true],
    ['onlyUpper', { teeth: ['46'] }, false],
    ['onlyUpper', { teeth: ['46', '16'] }, true],
    ['onlyUpper', { area: 'lower-arch' }, false],
    ['onlyUpper', { area: 'whole-mouth' }, true],
    // Where nobody said which tooth, everything is told.
    ['onlyUpper', {}, true],
    ['onlyLower', {}, true],
    ['onlyLower', { teeth: ['75'] }, true],
    ['onlyUpperBack', { teeth: ['13'] }, false],
    ['onlyUpperBack', { teeth: ['14'] }, true],
    ['onlyUpperBack', { teeth: ['44'] }, false],
    ['onlyLowerBack', { teeth: ['43'] }, false],
    ['onlyLowerBack', { teeth: ['44'] }, true],
    ['onlyUpperFront', { teeth: ['21'] }, true],
    ['onlyUpperFront', { teeth: ['24'] }, false],
    ['onlyLowerFront', { teeth: ['31'] }, true],
    ['onlyLowerFront', { area: 'upper-arch' }, false],
    ['onlyUpperWisdom', { teeth: ['18'] }, true],
    ['onlyUpperWisdom', { teeth: ['38'] }, false],
    ['onlyLowerWisdom', { teeth: ['38'] }, true],
    ['onlyLowerWisdom', { teeth: ['37'] }, false],
    ['onlyRight', { teeth: ['46'] }, true],
    ['onlyRight', { area: 'upper-left' }, false],
    ['onlyLeft', { area: 'upper-left' }, true],
    ['onlyBabyTooth', { teeth: ['75'] }, true],
    ['onlyBabyTooth', { teeth: ['35'] }, false],
    ['onlyAdultTooth', { teeth: ['75'] }, false],
    ['onlyUnder16', { age: 15 }, true],
    ['onlyUnder16', { age: 16 }, false],
    ['onlyFrom16', { age: 16 }, true],
    ['onlyEngland', { nation: 'wales' }, false],
    ['onlyWales', { nation: 'wales' }, true],
    ['onlyScotland', { nation: 'scotland' }, true],
    ['onlyNorthernIreland', { nation: 'england' }, false],
    ['onlyGreatBritain', { nation: 'wales' }, true],
    ['onlyGreatBritain', { nation: 'northern-ireland' }, false],
  ])('%s for %j is %s', (name, facts, expected) => {
    expect(isConditionMet(name, reader(facts))).toBe(expected)
  })

  it('is tried above, each of them', () => {
    expect(textConditions).toHaveLength(19)
  })
})

describe('a risk of a template that is saved', () => {
  const saved = (only: string) =>
    TemplateInput.safeParse({
      sections: [],
      risks: [{ label: 'Sinus opening', band: 'rare', serious: true, only }],
    })
  it.each([
    ['onlyUpper', true],
    ['onlyOnMars', false],
  ])('may hold %s: %s', (only, isKept) => {
    const { success, data } = saved(only)
    expect(success).toBe(isKept)
    expect(data?.risks[0]?.only).toBe(isKept ? only : undefined)
  })
})

describe('wording', () => {
  const lower = reader({ teeth: ['46'] })
  it.each([
    ['<p>As it was.</p><p></p>', '<p>As it was.</p><p></p>'],
    ['<p>{{onlyLower}} Your lip.</p>', '<p>Your lip.</p>'],
    ['<p>{{onlyUpper}} The sinus.</p>', ''],
    // From the mark to the end of its paragraph or point.
    ['<li>It is sore. {{onlyUpper}} It can reach the sinus.</li>', '<li>It is sore.</li>'],
    ['<p>{{onlyUpper}} Above. {{onlyLower}} Below.</p><p>Both.</p>', '<p>Below.</p><p>Both.</p>'],
    // Emphasis and links that are cut stay closed.
    ['<p>So: <strong>{{onlyUpper}} the sinus</strong> or not<br />.</p><p>B</p>', '<p>So:</p>\n<p>B</p>'],
    ['<p>A <em>B {{onlyUpper}} C</em> D</p>', '<p>A <em>B </em></p>'],
    [
      '<ul>\n<li>{{onlyUpper}} A hole <ul><li>deep</li></ul></li>\n<li>Pain</li>\n</ul>',
      '<ul>\n<li>Pain</li>\n</ul>',
    ],
    // A heading that stands over nothing any more goes too.
    [
      '<h3>Uncommon</h3>\n<ul>\n<li>{{onlyUpper}} A hole.</li>\n</ul>\n<h3>Rare</h3>\n<p>More.</p>',
      '<h3>Rare</h3>\n<p>More.</p>',
    ],
    ['<p>A</p>\n<h3>Rare</h3>\n<p>{{onlyUpper}} B</p>', '<p>A</p>'],
    // What we do not know stays to be seen.
    ['<p>{{onlyOnMars}} Dust.</p>', '<p>{{onlyOnMars}} Dust.</p>'],
  ])('%s', (written, said) => {
    expect(renderWordingFor(written, lower).replaceAll('</p><p>', '</p>\n<p>')).toBe(
      said.replaceAll('</p><p>', '</p>\n<p>'),
    )
  })
})
