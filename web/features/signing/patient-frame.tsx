import type { ReactNode } from 'react'
import { Brand } from '../../ui/plain/brand.tsx'
import { SkipLink } from '../../ui/plain/skip-link.tsx'
import { LanguageChoice, LanguageUnavailableNote } from './language-choice.tsx'
import { usePractice } from './practice-context.tsx'
import { TextSizeControl } from './text-size.tsx'
import { useEntryWords } from './words-context.tsx'

/** What stands round every patient page: whose practice it is, the language, the size of the text, and one column to read. */
export function PatientFrame({ children }: { children: ReactNode }) {
  const { page } = useEntryWords()
  const { practice } = usePractice()
  return (
    <>
      <SkipLink>{page.skip}</SkipLink>
      <header className="border-b border-line bg-paper">
        <div className="mx-auto flex min-h-[60px] max-w-column flex-wrap items-center justify-between gap-x-3 px-5 py-1.5">
          <Brand
            name={practice?.name ?? page.yourPractice}
            picture={practice?.logo ? `/api/logos/${practice.logo}` : undefined}
            className="min-w-[min(100%,8rem)] flex-1 text-small"
          />
          <div className="flex max-w-full grow flex-wrap items-center justify-between gap-x-3 sm:grow-0 sm:flex-nowrap">
            <LanguageChoice />
            <TextSizeControl />
          </div>
        </div>
      </header>
      <LanguageUnavailableNote />
      <main id="main" tabIndex={-1} className="mx-auto max-w-column px-5 pb-20">
        {children}
      </main>
    </>
  )
}
