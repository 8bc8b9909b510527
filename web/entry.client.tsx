import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { flushEffectsPromptly } from './flush-effects.ts'

flushEffectsPromptly()

/** React, which draws while pages are developed, has the head as well. */
const place = import.meta.env.DEV ? document : document.body

const draw = () => startTransition(() => void hydrateRoot(place, <HydratedRouter />))

try {
  draw()
} catch (waiting) {
  // The router throws a promise while it reads what stands in the page, and nothing above it could wait.
  await waiting
  draw()
}
