import { expect, test } from 'vitest'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import { chosenOf, findingKey, isWholeKindChosen, withFinding, withKind } from './cleanup-choice.ts'

const finding = (kind: CleanupFinding['kind'], id: string, kept: string | null = null): CleanupFinding => ({
  kind,
  id,
  name: id,
  email: `${id}@example.org`,
  reason: 'Invited 3 weeks ago',
  effect: 'The record becomes inactive',
  kept,
})
const lena = finding('never-registered', 'lena')
const noor = finding('never-registered', 'noor')
const last = finding('long-inactive', 'last', 'The last administrator')
const lenaTwice = finding('duplicate', 'lena')
const all = [lena, noor, last, lenaTwice]

test('somebody listed for two reasons is chosen for one', () => {
  const keys = withFinding(new Set(), findingKey(lena), true)
  expect(chosenOf(all, keys)).toEqual([lena])
  expect(chosenOf(all, withFinding(keys, findingKey(lena), false))).toEqual([])
})

test('what is kept is never chosen, nor what has gone from the list', () => {
  const keys = new Set([findingKey(last), findingKey(noor)])
  expect(chosenOf(all, keys)).toEqual([noor])
  expect(chosenOf([lena], keys)).toEqual([])
})

test('a whole kind is chosen and left again, the others stay', () => {
  const keys = withKind(all, 'never-registered', new Set([findingKey(lenaTwice)]), true)
  expect(chosenOf(all, keys)).toEqual([lena, noor, lenaTwice])
  expect(chosenOf(all, withKind(all, 'never-registered', keys, false))).toEqual([lenaTwice])
})

test('a kind knows whether it is wholly chosen', () => {
  const one = new Set([findingKey(lena)])
  expect(isWholeKindChosen(all, 'never-registered', one)).toBe(false)
  expect(isWholeKindChosen(all, 'never-registered', new Set([findingKey(lena), findingKey(noor)]))).toBe(true)
  expect(isWholeKindChosen(all, 'long-inactive', one)).toBeNull()
  expect(isWholeKindChosen(all, 'duplicate', one)).toBeNull()
})
