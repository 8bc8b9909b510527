import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RiskSources } from './risk-sources.tsx'

const risk = { label: 'Numb lip', band: 'uncommon', serious: true, source: 'Kang et al., a journal, 2020' }
const shown = (change: object) => renderToStaticMarkup(<RiskSources risks={[{ ...risk, ...change }]} />)
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test.each([
  [
    'a rate',
    { certainty: 'moderate', citation: 'Kang et al. 2020', in100: [0.28, 0.28], per: 'tooth' },
    'Kang et al. 2020 · moderate certainty · 0.28 in 100 teeth',
  ],
  ['advice', { certainty: 'opinion', citation: 'A society 2019' }, 'A society 2019 · expert opinion'],
  [
    'a search in vain',
    { certainty: 'opinion', searchedOn: '2026-11-29' },
    'No published figure found, searched on 29 Nov 2026',
  ],
  ['opinion without a search', { certainty: 'opinion' }, 'Kang et al., a journal, 2020'],
  ['a source that nobody graded', undefined, 'Kang et al., a journal, 2020'],
])('of %s', (_what, basis, line) => {
  expect(textOf(shown({ basis }))).toBe(`Numb lipuncommonSerious${line}`)
})

test('the citation leads to the paper, and says all of it', () => {
  const url = 'https://pubmed.ncbi.nlm.nih.gov/31476533/'
  const html = shown({ serious: false, basis: { certainty: 'low', citation: 'Kang et al. 2020', url } })
  expect(html).toContain(`<a href="${url}" target="_blank" rel="noreferrer" title="${risk.source}"`)
  expect(html).not.toContain('Serious')
  expect(textOf(shown({ source: '' }))).toContain('No source given')
})
