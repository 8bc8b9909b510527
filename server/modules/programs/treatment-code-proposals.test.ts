import { expect, it } from 'vitest'
import { proposeTemplates } from './treatment-code-proposals.ts'

const templates = [
  'Molar Root Canal Treatment',
  'Root Canal Retreatment',
  'Simple Extraction',
  'Surgical Removal of a Lower Wisdom Tooth',
  'Scale and Polish',
  'Composite Filling',
].map((name) => ({ id: name, name }))

it.each([
  ['RCT-M', 'Root canal, molar', 'Molar Root Canal Treatment'],
  ['RCT', '', 'Root Canal Retreatment'],
  ['XTN', 'Extractions', 'Simple Extraction'],
  ['WSD', '', 'Surgical Removal of a Lower Wisdom Tooth'],
  ['SNP', '', 'Scale and Polish'],
  ['D2391', 'Comp', 'Composite Filling'],
])('proposes first for %s, “%s”: %s', (code, label, first) => {
  const names = proposeTemplates({ code, label }, templates).map(({ name }) => name)
  expect(names.slice(0, 2)).toContain(first)
})

it('proposes three at most, and none that shares no word', () => {
  expect(proposeTemplates({ code: 'X9', label: 'Examination' }, templates)).toEqual([])
  expect(proposeTemplates({ code: '', label: 'root removal filling polish' }, templates)).toHaveLength(3)
})
