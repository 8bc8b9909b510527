import { join } from 'node:path'
import { expect, it } from 'vitest'
import { teethOfSite } from '../../contract/teeth.ts'
import { isConditionMet, renderWordingFor } from '../../contract/conditional-wording.ts'
import { plainText } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'

const { content } = loadContent(join(import.meta.dirname, '../..'))
const templates = content.templates.map(({ shipped }) => shipped).filter(({ requiresTooth }) => requiresTooth)

/** What each text says of this tooth. */
function wordingForTooth(fdi: string, left: RegExp) {
  const reader = { teeth: teethOfSite({ teeth: [fdi], area: null }), age: 40, nation: 'england' as const }
  return templates
    .filter(({ id }) => !left.test(id))
    .map(({ id, sections, risks }) => ({
      id,
      text: sections.map(({ html }) => plainText(renderWordingFor(html, reader))).join('\n'),
      risks: risks.filter(({ only }) => isConditionMet(only, reader)).map(({ label }) => label),
    }))
}

const sentencesWith = (texts: { id: string; text: string }[], said: RegExp) =>
  texts.flatMap(({ id, text }) => (said.exec(text) ? [`${id}: ${said.exec(text)?.[0]}`] : []))

it('says nothing of the sinus for a lower tooth', () => {
  const lower = wordingForTooth('46', /^(?:sinus-lift|extraction-of-an-upper|upper-wisdom|coronectomy)/)
  expect(sentencesWith(lower, /[^.\n]*\bsinus(?:es)?\b[^.\n]*/i)).toEqual([])
  const risks = lower.flatMap(({ id, risks }) => risks.map((label) => `${id}: ${label}`))
  expect(risks.filter((risk) => /\bsinus opening\b/i.test(risk))).toEqual([])
})

// Bone may be taken from the lower jaw for an upper place, and beside an upper tooth a lower one may come out.
it('says nothing of the nerve of the lip for an upper tooth', () => {
  const upper = wordingForTooth(
    '16',
    /^(?:coronectomy|upper-wisdom|sinus-lift|block-bone|bone-graft|extraction-of-an-upper)/,
  )
  expect(sentencesWith(upper, /[^.\n]*\b(?:lower jaw|chin)\b[^.\n]*\b(?:nerve|numb)[^\n]*/i)).toEqual([])
  const risks = upper.flatMap(({ id, risks }) => risks.map((label) => `${id}: ${label}`))
  expect(risks.filter((risk) => /\blower jaw nerve\b/i.test(risk))).toEqual([])
})

it('says both where nobody has named a tooth', () => {
  const reader = { teeth: teethOfSite({ teeth: [], area: null }), age: 40, nation: 'england' as const }
  const { sections } = templates.find(({ id }) => id === 'simple-extraction')!
  const text = sections.map(({ html }) => renderWordingFor(html, reader)).join('\n')
  expect(text).toContain('A hole opens into the sinus')
  expect(text).toContain('Taking out a lower back tooth harms a nerve')
  expect(text).not.toContain('{{only')
})

it('leaves no heading of a band without a risk below it, whichever tooth it is', () => {
  const bare = ['16', '46', '11', '41'].flatMap((fdi) => {
    const reader = { teeth: teethOfSite({ teeth: [fdi], area: null }), age: 40, nation: 'england' as const }
    return templates.flatMap(({ id, sections }) =>
      sections.flatMap(({ html }) =>
        [
          ...renderWordingFor(html, reader).matchAll(/<h3>([^<]* in [^<]* people\))<\/h3>\s*(?!<ul>)<\w+>/g),
        ].map(([, heading]) => `${id}, ${fdi}: ${heading}`),
      ),
    )
  })
  expect(bare).toEqual([])
})

it('takes a band heading away with the last risk under it', () => {
  const { sections } = templates.find(({ id }) => id === 'simple-extraction')!
  const reader = { teeth: teethOfSite({ teeth: ['46'], area: null }), age: 40, nation: 'england' as const }
  const risks = renderWordingFor(sections[1]!.html, reader)
  expect(risks).not.toContain('Uncommon')
  expect(risks).toContain('<h3>Rare')
})
