import { options } from 'preact'

/**
 * Lets what a page does after it was drawn (handlers on the window, requests, focus) run before anybody can act on it.
 * Preact waits for the browser to have painted, and on a slow phone a patient can touch the page in between, as a quick
 * hand can press a key: what they did was then not heard. A microtask runs before the next event does.
 */
export function flushEffectsPromptly(): void {
  options.requestAnimationFrame = queueMicrotask
}
