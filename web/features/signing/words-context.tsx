import { createContext, use, useContext, type ReactNode } from 'react'
import type { Words } from '../../../build/content/types.d.ts'

/** The words of the first pages, which come with the first load; all others follow with the later pages. */
export type EntryWords = Pick<
  Words,
  'locale' | 'dir' | 'page' | 'birthDate' | 'trouble' | 'summary' | 'reading'
>

/** One language. `all` gives the same promise each time. */
export type WordSource = { entry: EntryWords; all: () => Promise<Words> }

const WordsContext = createContext<WordSource | undefined>(undefined)

/** Gives every page below it its words, in the language of whoever reads; none stands in code. */
export function WordsProvider({ words, children }: { words: WordSource; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

/** Where the words come from, to fetch the later ones in time. */
export function useWordSource(): WordSource {
  const source = useContext(WordsContext)
  if (!source) throw new Error('The patient pages need a WordsProvider above them')
  return source
}

/** For what is part of the first load. */
export const useEntryWords = (): EntryWords => useWordSource().entry

/** For later pages: waits until their words are here. */
export const useWords = (): Words => use(useWordSource().all())
