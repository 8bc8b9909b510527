import { TranslationBadges } from './translation-badges.tsx'
import { TranslationColumns } from './translation-columns.tsx'
import { isEmptyPart, partOf, type EnglishSection, type TranslationDraft } from './translation-draft.ts'
import type { Rendering, TranslatedSection } from './translation-operations.ts'
import { TranslationText } from './translation-text.tsx'
import { renderingName, sectionCheckedWords } from './translation-words.ts'

type TranslationReadingProps = {
  rendering: Rendering
  english: readonly EnglishSection[]
  draft: TranslationDraft
  saved: readonly TranslatedSection[]
}

/** The whole of a translation beside the English, to be read. */
export function TranslationReading({ rendering, english, draft, saved }: TranslationReadingProps) {
  return (
    <ol className="space-y-3">
      {english.map((section, index) => {
        const part = partOf(draft, section.id)
        const there = saved.find(({ sectionId }) => sectionId === section.id)
        return (
          <li key={section.id} className="card px-5 pt-4 pb-5">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <h2>{`${index + 1}. ${section.title}`}</h2>
              {there && (
                <TranslationBadges
                  isChecked={there.status === 'checked'}
                  checkedWords={sectionCheckedWords(there)}
                  isStale={there.isStale}
                />
              )}
            </div>
            <TranslationColumns english={section} name={renderingName(rendering)}>
              {part && !isEmptyPart(part) ? (
                <TranslationText language={rendering.language} title={part.title} content={part.content} />
              ) : (
                <p className="text-muted">This section is not translated yet.</p>
              )}
            </TranslationColumns>
          </li>
        )
      })}
    </ol>
  )
}
