import type { Words } from '../../../build/content/types.d.ts'
import { statements } from '../../../build/content/words.en.json?entry'
import type { Language } from '../../../contract/languages.ts'
import type { WordLibrary } from '../../features/signing/index.ts'
import { english } from './english-words.ts'

/** Each a file of its own that only its readers fetch. A text that English has and one of them has not does not compile. */
const files: Record<Language, () => Promise<{ default: Words }>> = {
  cy: () => import('../../../build/content/words.cy.json'),
  pl: () => import('../../../build/content/words.pl.json'),
  pa: () => import('../../../build/content/words.pa.json'),
  ur: () => import('../../../build/content/words.ur.json'),
  ar: () => import('../../../build/content/words.ar.json'),
  ro: () => import('../../../build/content/words.ro.json'),
  pt: () => import('../../../build/content/words.pt.json'),
  bn: () => import('../../../build/content/words.bn.json'),
  'zh-Hans': () => import('../../../build/content/words.zh-Hans.json'),
}

/** Statements are signed as they were frozen; only one that still reads as the English of today has a translation. */
function translator(words: Words) {
  const names = Object.keys(statements) as (keyof Words['statements'])[]
  return (statement: string) => {
    const name = names.find((key) => statements[key] === statement)
    return name && words.statements[name]
  }
}

/** The words of the patient pages: English in two loads, every other language in one. */
export const patientWords: WordLibrary = {
  english,
  load: async (language) => {
    const { default: words } = await files[language]()
    const all = Promise.resolve(words)
    return { language, entry: words, all: () => all, translated: translator(words) }
  },
}
