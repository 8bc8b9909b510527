/** '0:07', '12:30' and '1:02:03', as players show it; nought where it is not known. */
export function playerTimeText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** How far the arrow keys go, in seconds. */
const arrow_key_seconds = 5

/** What has the focus: the timeline takes the arrows, a choice of several every key. */
export type FocusedControl = 'button' | 'timeline' | 'field' | 'other'
export type PlayerAction = 'toggle' | 'mute' | 'fullscreen' | 'captions' | { by: number }

/**
 * What a key does anywhere in a player: nothing where a control of its own takes it, as a button takes the space bar and
 * the timeline the arrows, or where it belongs to the browser.
 */
export function actionOfKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  focused: FocusedControl,
): PlayerAction | null {
  if (ctrlKey || metaKey || altKey || focused === 'field') return null
  if (key === ' ') return focused === 'button' ? null : 'toggle'
  if (key.startsWith('Arrow') && focused === 'timeline') return null
  if (key === 'ArrowRight') return { by: arrow_key_seconds }
  if (key === 'ArrowLeft') return { by: -arrow_key_seconds }
  const letters: Record<string, PlayerAction> = { m: 'mute', f: 'fullscreen', c: 'captions' }
  return letters[key.toLowerCase()] ?? null
}
