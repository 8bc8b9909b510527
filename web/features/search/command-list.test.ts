import { FilePlus2 } from 'lucide-react'
import { expect, test } from 'vitest'
import { groupCommands, matchingCommands, type Command } from './command-list.ts'

const command = (label: string, group = 'Pages', keywords = ''): Command => ({
  ...{ id: label, label, group, keywords, icon: FilePlus2, href: '/clinic' },
})
const commands = [
  command('New consent', 'Actions'),
  command('Évidence for inspections (CQC)'),
  command('Import day list', 'Actions', 'appointments'),
]

test.each([
  ['', ['New consent', 'Évidence for inspections (CQC)', 'Import day list']],
  ['cons', ['New consent']],
  ['consent NEW', ['New consent']],
  ['evid cqc', ['Évidence for inspections (CQC)']],
  ['appoint', ['Import day list']],
  ['onsent', []],
  ['new patient', []],
])('%j leads to %j', (typed, labels) => {
  expect(matchingCommands(commands, typed).map(({ label }) => label)).toEqual(labels)
})

test('commands stand below their headings, once each', () => {
  const groups = groupCommands(commands).map(({ value, items }) => [value, items.length])
  expect(groups).toEqual([
    ['Actions', 2],
    ['Pages', 1],
  ])
})
