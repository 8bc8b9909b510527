import type { WordLibrary } from '../../features/signing/index.ts'
import { loadChunk } from '../../ui/plain/lazy-part.ts'
import { english } from './english-words.ts'

/** The words of the patient pages: English in two loads, every other language in a file that its readers fetch. */
export const pageWords: WordLibrary = {
  english,
  load: async (language) => {
    const { otherLanguages } = await loadChunk(() => import('./other-languages.ts'))
    const { default: words } = await loadChunk(otherLanguages[language])
    const all = Promise.resolve(words)
    return { language, entry: words, all: () => all }
  },
}
