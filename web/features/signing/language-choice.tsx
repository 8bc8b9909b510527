import { useEffect, useLayoutEffect, useRef } from 'react'
import { nativeLanguageNames, pageLanguages, saveLanguage, type PageLanguage } from './page-language.ts'
import { usePractice } from './practice-context.tsx'
import { useEntryWords, usePageLanguage } from './words-context.tsx'

/**
 * Every language that the practice offers, by its own name, for people who cannot read the one that is shown; kept on
 * this device. Until the practice is known, all of them.
 */
export function LanguageChoice() {
  const { page } = useEntryWords()
  const { requestedLanguage, setLanguage } = usePageLanguage()
  const offered = usePractice().practice?.languages
  const isOffered = (language: PageLanguage) => offered?.includes(language) ?? true
  useEffect(() => {
    if (!isOffered(requestedLanguage)) setLanguage('en')
  })
  const choose = (language: PageLanguage) => {
    saveLanguage(language)
    setLanguage(language)
  }
  const list = useRef<HTMLSelectElement>(null)
  const wasLookedAt = useRef(false)
  // The page is there before its script: a language that was chosen meanwhile stands in the list and is shown now.
  useLayoutEffect(() => {
    if (wasLookedAt.current) return
    wasLookedAt.current = true
    const chosen = list.current?.value as PageLanguage
    if (chosen !== 'en' && chosen !== requestedLanguage) choose(chosen)
  })
  return (
    <span className="relative flex min-w-0 grow basis-34 items-center sm:basis-auto text-muted hover:text-ink">
      <svg
        viewBox="0 0 20 20"
        fill="none"
        aria-hidden
        className="pointer-events-none absolute start-0 size-5"
      >
        <path
          d="M10 3a7 7 0 1 0 .1 0c-5 4-5 10 0 14 5-4 5-10 0-14M3 10h14"
          stroke="currentColor"
          strokeWidth="1.4"
        />
      </svg>
      <select
        ref={list}
        aria-label={page.language}
        value={requestedLanguage}
        onChange={({ target: { value } }) => choose(value as PageLanguage)}
        className="min-h-11 max-w-full rounded-md bg-transparent ps-7 pe-1 text-small text-ink"
      >
        {pageLanguages.filter(isOffered).map((language) => (
          <option key={language} value={language} lang={language}>
            {nativeLanguageNames[language]}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Said where a language was asked for and its words did not come. */
export function LanguageUnavailableNote() {
  const { trouble } = useEntryWords()
  const { failed } = usePageLanguage()
  return (
    <div role="status" className="mx-auto max-w-column px-5">
      {failed && <p className="mt-4 rounded-md bg-warn-soft p-4">{trouble.offline}</p>}
    </div>
  )
}
