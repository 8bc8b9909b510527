import type { Phrase } from '../../../contract/phrases.ts'
import type { Suggestion } from '../../ui/suggestion-field.tsx'

/** Usual phrases as a field offers them, with how often the clinician sent each. */
export const offeredPhrases = (phrases: readonly Phrase[] = []): Suggestion[] =>
  phrases.map(({ text, timesSent, isPinned }) => ({
    text,
    isPinned,
    note: timesSent > 0 ? `${timesSent}×` : undefined,
  }))
