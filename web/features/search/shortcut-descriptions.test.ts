import { expect, test } from 'vitest'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { descriptions } from './shortcut-descriptions.ts'

test('every shortcut that something listens for is described, once', () => {
  const described = descriptions.flatMap(({ shortcuts }) => Object.keys(shortcuts))
  expect(described.toSorted()).toEqual(Object.keys(keyboardShortcuts).toSorted())
})
