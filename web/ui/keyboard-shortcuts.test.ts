import { expect, test } from 'vitest'
import { isShortcut, keyboardShortcuts } from './keyboard-shortcuts.ts'

const { commandMenu, create, nextDraft, shortcuts } = keyboardShortcuts
const press = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | null = null) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...(held && { [held]: true }),
})

test.each([
  ['a letter, whatever its case', press('N'), create, true],
  ['a letter with Ctrl', press('n', 'ctrlKey'), create, false],
  ['a letter with Alt', press('n', 'altKey'), create, false],
  ['a sign', press('?'), shortcuts, true],
  ['Ctrl and its letter', press('K', 'ctrlKey'), commandMenu, true],
  ['⌘ and its letter', press('k', 'metaKey'), commandMenu, true],
  ['its letter alone', press('k'), commandMenu, false],
  ['Alt and its arrow', press('ArrowDown', 'altKey'), nextDraft, true],
  ['its arrow alone', press('ArrowDown'), nextDraft, false],
  ['another letter', press('m', 'ctrlKey'), commandMenu, false],
])('%s', (_name, pressed, shortcut, isMeant) => {
  expect(isShortcut(pressed, shortcut)).toBe(isMeant)
})
