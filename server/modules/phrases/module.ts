import type { OpenModule } from '../../module.ts'
import { groupPhraseHandlers } from './phrase-group-handlers.ts'
import { phraseHandlers } from './phrase-handlers.ts'

/** Usual phrases for the gaps of consents: the library's, a group's, and what a practice sends. */
export const phrases: OpenModule = () => ({
  handlers: { phrases: phraseHandlers, groupPhrases: groupPhraseHandlers },
})
