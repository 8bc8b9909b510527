import {
  createContext,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Words } from '../../../build/content/types.d.ts'
import type { Language } from '../../../contract/languages.ts'
import { initialLanguage, type PageLanguage } from './page-language.ts'

/** The words of the first pages, which come with the first load; all others follow with the later pages. */
export type EntryWords = Pick<
  Words,
  'locale' | 'dir' | 'page' | 'birthDate' | 'trouble' | 'summary' | 'reading'
>

/** One language. `all` gives the same promise each time. */
export type WordSource = {
  language: PageLanguage
  entry: EntryWords
  all: () => Promise<Words>
}

/** Every language of the pages: English is there, another is fetched when somebody reads in it. */
export type WordLibrary = { english: WordSource; load: (language: Language) => Promise<WordSource> }

type WordsState = {
  english: WordSource
  source: WordSource
  /** The language asked for: that of the source, once its words are here. */
  requestedLanguage: PageLanguage
  failed: boolean
  setLanguage: (language: PageLanguage) => unknown
}

const WordsContext = createContext<WordsState | undefined>(undefined)

/**
 * Gives every page below it its words, in the language of whoever reads; none stands in code. The pages are sent in
 * English and change as soon as the words of another language are here; what somebody filled in stays.
 */
export function WordsProvider({ words, children }: { words: WordLibrary; children: ReactNode }) {
  const [source, setSource] = useState(words.english)
  const [requestedLanguage, setAsked] = useState<PageLanguage>('en')
  const [failed, setFailed] = useState(false)
  const latest = useRef<PageLanguage>('en')

  const setLanguage = useCallback(
    async (language: PageLanguage) => {
      const before = latest.current
      latest.current = language
      setAsked(language)
      setFailed(false)
      try {
        const next = language === 'en' ? words.english : await words.load(language)
        // A page that needs more than the entry’s words says itself that they did not come.
        await fetchAllWords(next).catch(() => {})
        if (latest.current === language) setSource(next)
      } catch {
        if (latest.current !== language) return
        latest.current = before
        setAsked(before)
        setFailed(true)
      }
    },
    [words],
  )

  useEffect(() => {
    const first = initialLanguage()
    if (first !== 'en') void setLanguage(first)
  }, [setLanguage])

  useEffect(() => {
    const { documentElement } = document
    documentElement.lang = source.entry.locale
    documentElement.dir = source.entry.dir
  }, [source])

  const state = useMemo(
    () => ({ english: words.english, source, requestedLanguage, failed, setLanguage }),
    [words, source, requestedLanguage, failed, setLanguage],
  )
  return <WordsContext value={state}>{children}</WordsContext>
}

/** The language of the pages, and how to choose another. */
export function usePageLanguage(): WordsState {
  const state = useContext(WordsContext)
  if (!state) throw new Error('The patient pages need a WordsProvider above them')
  return state
}

/** Where the words come from, to fetch the later ones in time. */
export const useWordSource = (): WordSource => usePageLanguage().source

/** For what is part of the first load. */
export const useEntryWords = (): EntryWords => useWordSource().entry

/** Words that are here. A page that had to wait for them, even a moment, would lose its focus and its place. */
const loadedWords = new WeakMap<WordSource, Words>()

/** Fetches all words of a language, and knows from then on that they are here. */
export async function fetchAllWords(source: WordSource): Promise<void> {
  loadedWords.set(source, await source.all())
}

function useAllWords(source: WordSource): Words {
  return loadedWords.get(source) ?? use(source.all())
}

/** For later pages: waits until their words are here. */
export const useWords = (): Words => useAllWords(useWordSource())

/** For what is shown in English beside another language. */
export const useEnglishWords = (): Words => useAllWords(usePageLanguage().english)
