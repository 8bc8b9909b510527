/** Keys as the browser names them, letters small; with Ctrl, or ⌘ on a Mac, where `withCommand`; with Alt where `withAlt`. */
export type Shortcut = { keys: readonly string[]; withCommand?: boolean; withAlt?: boolean }

/**
 * Every shortcut there is: who listens for one takes its keys from here, and the page of shortcuts describes each. How
 * lists, menus and charts are walked with the arrow keys is a matter of their roles and stands elsewhere.
 */
export const keyboardShortcuts = {
  commandMenu: { keys: ['k'], withCommand: true },
  create: { keys: ['n'] },
  listSearch: { keys: ['/'] },
  listRows: { keys: ['ArrowUp', 'ArrowDown'] },
  shortcuts: { keys: ['?'] },
  answers: { keys: ['y', 'n', 'u'] },
  sameAsLast: { keys: ['l'] },
  lastUsed: { keys: ['1', '2', '3'] },
  submitForm: { keys: ['Enter'], withCommand: true },
  nextDraft: { keys: ['ArrowDown'], withAlt: true },
  previousDraft: { keys: ['ArrowUp'], withAlt: true },
  submitNote: { keys: ['Enter'], withCommand: true },
  textLink: { keys: ['k'], withCommand: true },
  deleteMark: { keys: ['Delete', 'Backspace'] },
  undoMark: { keys: ['z'], withCommand: true },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof keyboardShortcuts

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

const keyName = (key: string) => (key.length === 1 ? key.toLowerCase() : key)

/** Whether a press is one of a shortcut's keys. */
export const isShortcut = (
  press: KeyPress,
  { keys, withCommand = false, withAlt = false }: Shortcut,
): boolean =>
  keys.includes(keyName(press.key)) &&
  press.altKey === withAlt &&
  (press.ctrlKey || press.metaKey) === withCommand

/** Whether this device has the keys of a Mac, where Option and an arrow move through what is written. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** A key as this device has it: 'Ctrl K', '⌘ K', 'Alt ↓', '↑'. */
export function keyText(key: string, { withCommand, withAlt }: Shortcut): string {
  const label = key.length === 1 ? key.toUpperCase() : key.replace('ArrowUp', '↑').replace('ArrowDown', '↓')
  if (!withCommand && !withAlt) return label
  const held = withAlt ? (isMac() ? '⌥' : 'Alt') : isMac() ? '⌘' : 'Ctrl'
  return `${held} ${label}`
}

const offKey = 'candour.single-key-shortcuts'
const offValue = 'off'

/** Whether a letter alone does something on this device. Speech and tremor press letters by mistake (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(offKey) !== offValue
  } catch {
    return true
  }
}

/** Keeps whether letters alone do something; false where this device keeps nothing. */
export function saveSingleKeys(isOn: boolean): boolean {
  try {
    localStorage.setItem(offKey, isOn ? '' : offValue)
    return true
  } catch {
    return false
  }
}
