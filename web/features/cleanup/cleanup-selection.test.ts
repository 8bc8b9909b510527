import { expect, test } from 'vitest'
import type { CleanupFinding } from '../../../contract/cleanup.ts'
import {
  selectedFindings,
  findingKey,
  isKindFullySelected,
  toggleFinding,
  toggleKind,
} from './cleanup-selection.ts'

const finding = (kind: CleanupFinding['kind'], id: string, kept: string | null = null): CleanupFinding => ({
  kind,
  id,
  name: id,
  email: `${id}@example.org`,
  reason: 'Invited 3 weeks ago',
  effect: 'The record will become inactive',
  kept,
})
const lena = finding('never-registered', 'lena')
const noor = finding('never-registered', 'noor')
const last = finding('long-inactive', 'last', 'The last administrator')
const lenaTwice = finding('duplicate', 'lena')
const all = [lena, noor, last, lenaTwice]

test('somebody listed for two reasons is chosen for one', () => {
  const keys = toggleFinding(new Set(), findingKey(lena), true)
  expect(selectedFindings(all, keys)).toEqual([lena])
  expect(selectedFindings(all, toggleFinding(keys, findingKey(lena), false))).toEqual([])
})

test('what is kept is never chosen, nor what has gone from the list', () => {
  const keys = new Set([findingKey(last), findingKey(noor)])
  expect(selectedFindings(all, keys)).toEqual([noor])
  expect(selectedFindings([lena], keys)).toEqual([])
})

test('a whole kind is chosen and left again, the others stay', () => {
  const keys = toggleKind(all, 'never-registered', new Set([findingKey(lenaTwice)]), true)
  expect(selectedFindings(all, keys)).toEqual([lena, noor, lenaTwice])
  expect(selectedFindings(all, toggleKind(all, 'never-registered', keys, false))).toEqual([lenaTwice])
})

test('a kind knows whether it is wholly chosen', () => {
  const one = new Set([findingKey(lena)])
  expect(isKindFullySelected(all, 'never-registered', one)).toBe(false)
  expect(isKindFullySelected(all, 'never-registered', new Set([findingKey(lena), findingKey(noor)]))).toBe(
    true,
  )
  expect(isKindFullySelected(all, 'long-inactive', one)).toBeNull()
  expect(isKindFullySelected(all, 'duplicate', one)).toBeNull()
})
