import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { flushEffectsPromptly } from './flush-effects.ts'

flushEffectsPromptly()

const draw = () => hydrateRoot(document.body, <HydratedRouter />)

try {
  draw()
} catch (waiting) {
  // The router throws a promise while it reads what stands in the page, and nothing above it could wait.
  await waiting
  draw()
}
