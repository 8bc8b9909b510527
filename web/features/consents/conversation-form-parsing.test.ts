import { expect, test } from 'vitest'
import { parseDiscussion, parseRefusal, parseWitness } from './conversation-form-parsing.ts'

const now = new Date('2026-11-21T12:00:00')
const form = (typed: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(typed)) data.set(name, value)
  return data
}
const told = {
  when: '2026-11-21T10:30',
  mode: 'phone',
  note: ' Talked through it. ',
  whatMatters: '',
  understanding: 'not-yet',
}

test('a conversation is read as it was typed', () => {
  expect(parseDiscussion(form(told), now)).toEqual({
    ...told,
    on: new Date('2026-11-21T10:30').toISOString(),
    note: 'Talked through it.',
    when: undefined,
  })
})

test.each([
  ['when', { when: '' }],
  ['when', { when: '2026-11-21T12:01' }],
  ['mode', { mode: '' }],
  ['note', { note: 'ok' }],
  ['understanding', { understanding: '' }],
])('%s is asked for: %o', (id, change) => {
  expect(parseDiscussion(form({ ...told, ...change }), now)).toMatchObject([{ id }])
})

test('a witness has a name; an optional one may be left out', () => {
  expect(parseWitness(form({}), 1, { isNeeded: false })).toBeNull()
  expect(parseWitness(form({}), 1, { isNeeded: true })).toMatchObject([{ id: 'witness-1-name' }])
  expect(parseWitness(form({ 'witness-2-capacity': 'Nurse' }), 2, { isNeeded: false })).toMatchObject([
    { id: 'witness-2-name' },
  ])
  expect(parseWitness(form({ 'witness-1-name': 'Priya Nair' }), 1, { isNeeded: true })).toMatchObject({
    name: 'Priya Nair',
    capacity: '',
  })
})

test('a refusal says why, what may follow and what was agreed', () => {
  expect(parseRefusal(form({}))).toHaveLength(3)
  const refusal = { reason: 'No', consequences: 'Pain', safetyNet: 'Call us' }
  expect(parseRefusal(form(refusal))).toEqual(refusal)
})
