import { useEffect, useLayoutEffect, useRef } from 'react'
import { areSingleKeysOn, isMac, isShortcut, type Shortcut } from './keyboard-shortcuts.ts'

/** What lies over the page, and keeps its keys to itself. */
const overlays = '[role=dialog], [role=alertdialog], dialog[open]'
/** Where letters are typed or lead to an entry that begins so. */
const letterTakers =
  'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=application]'

const takesLetters = (element: Element | null) => element?.closest(letterTakers) != null

/** Where an arrow with Alt opens choices or a calendar; on a Mac it also moves through what is written. */
const usesArrows = (element: Element | null) =>
  (isMac() && takesLetters(element)) ||
  element?.closest('select, [role=combobox], input[type=date], input[type=time]') != null

/** Whether what has the focus, or whoever turned letters off, keeps a press from this shortcut. */
function isTakenElsewhere({ withCommand, withAlt }: Shortcut): boolean {
  if (withCommand) return false
  if (withAlt) return usesArrows(document.activeElement)
  return takesLetters(document.activeElement) || !areSingleKeysOn()
}

/**
 * Answers a shortcut from anywhere on the page, from the moment that the page is there; not while something lies over
 * it. Letters alone wait until nobody types, and may be turned off.
 */
export function useShortcut(shortcut: Shortcut, act: (key: string) => void, isOn = true): void {
  const latest = useRef(act)
  useEffect(() => void (latest.current = act))
  useLayoutEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || !isShortcut(event, shortcut)) return
      if (document.querySelector(overlays)) return
      if (isTakenElsewhere(shortcut)) return
      event.preventDefault()
      latest.current(event.key)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [shortcut, isOn])
}
