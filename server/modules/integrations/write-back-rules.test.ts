import { expect, it } from 'vitest'
import { FileNameTakenError } from '../../platform/files/drop-folder.ts'
import { writeBackDeadline, failureText, uniqueFileName, nextWriteBackAt } from './write-back-rules.ts'

it('tries with pauses that grow, and calls people after a day', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const giveUpAt = writeBackDeadline(now)
  const pauses: number[] = []
  let at = now
  for (let tries = 1; ; tries++) {
    const next = nextWriteBackAt(tries, at, giveUpAt)
    if (!next) break
    pauses.push((next.getTime() - at.getTime()) / 1000)
    at = next
  }
  expect(pauses.slice(0, 6)).toEqual([10, 60, 300, 900, 3600, 3600])
  expect(at <= giveUpAt).toBe(true)
  expect(giveUpAt.toISOString()).toBe('2026-11-22T10:00:00.000Z')
})

it('gives every document a name of its own', () => {
  expect(uniqueFileName('X_46.pdf', [])).toBe('X_46.pdf')
  expect(uniqueFileName('X_46.pdf', ['X_46.pdf'])).toBe('X_46-2.pdf')
  expect(uniqueFileName('X_46.pdf', ['X_46.pdf', 'X_46-2.pdf', 'X_46-4.pdf'])).toBe('X_46-3.pdf')
})

it.each([
  [new FileNameTakenError('x'), 'The folder already contains another file with this name'],
  [Object.assign(new Error(), { code: 'ENOSPC' }), 'The disk is full'],
  [Object.assign(new Error(), { code: 'EACCES' }), 'No permission to write to the folder'],
  [new Error('secret detail'), 'The folder could not be reached'],
])('says what went wrong without detail', (error, text) => expect(failureText(error)).toBe(text))
