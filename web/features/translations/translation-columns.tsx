import type { ReactNode } from 'react'
import type { EnglishSection } from './translation-draft.ts'
import { TranslationText } from './translation-text.tsx'

type TranslationColumnsProps = {
  english: EnglishSection
  /** What the other column is called. */
  name: string
  children: ReactNode
}

/** The English of a section, and what says it, beside each other where there is room. */
export function TranslationColumns({ english, name, children }: TranslationColumnsProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 min-[900px]:grid-cols-2">
      <div role="group" aria-label="English" className="min-w-0">
        <p className="mb-3 text-small text-muted" aria-hidden>
          English
        </p>
        <TranslationText language="en" title={english.title} content={english.content} />
      </div>
      <div
        role="group"
        aria-label={name}
        className="min-w-0 border-line max-[899px]:border-t max-[899px]:pt-4 min-[900px]:border-s min-[900px]:ps-8"
      >
        <p className="mb-3 text-small text-muted" aria-hidden>
          {name}
        </p>
        {children}
      </div>
    </div>
  )
}
