import { expect, test } from 'vitest'
import { groupIntoThreads } from './note-threads.ts'

const note = (id: string, corrects: string | null = null) => ({ id, corrects })

test('corrections stand under what they correct, and under corrections; lost ones by themselves', () => {
  const notes = [note('5', '4'), note('4', '2'), note('3'), note('2'), note('1', 'elsewhere')]
  expect(groupIntoThreads(notes)).toEqual([
    { note: notes[2], corrections: [] },
    {
      note: notes[3],
      corrections: [{ note: notes[1], corrections: [{ note: notes[0], corrections: [] }] }],
    },
    { note: notes[4], corrections: [] },
  ])
})
