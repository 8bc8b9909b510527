import type { KeyboardEvent } from 'react'
import { isShortcut, keyboardShortcuts } from './keyboard-shortcuts.ts'

const rowLinks = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('a[data-row-link]')]

/** Arrow keys lead from the search above a list into its rows, from row to row, and back; Enter opens, as on any link. */
export function moveFocusAmongRows(event: KeyboardEvent<HTMLElement>): void {
  if (!isShortcut(event, keyboardShortcuts.listRows)) return
  const step = event.key === 'ArrowDown' ? 1 : -1
  const { target, currentTarget: list } = event
  if (!(target instanceof HTMLElement)) return
  const search = list.querySelector<HTMLElement>('input[type=search]')
  const stops = [...(search ? [search] : []), ...rowLinks(list)]
  const at = stops.indexOf(target)
  const next = at === -1 ? undefined : stops[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
