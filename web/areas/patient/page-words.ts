import type { WordLibrary } from '../../features/signing/index.ts'
import { loadChunkOnce } from '../../ui/plain/chunk-load.ts'
import { english } from './english-words.ts'

/** The words of the patient pages: English in two loads, every other language in a file that its readers fetch. */
export const pageWords: WordLibrary = {
  english,
  load: async (language) => {
    const { otherLanguages } = await loadChunkOnce(() => import('./other-languages.ts'))
    const { default: words } = await loadChunkOnce(otherLanguages[language])
    const all = Promise.resolve(words)
    return { language, entry: words, all: () => all }
  },
}
