import { RichText } from '../../ui/plain/rich-text.tsx'
import { fillPlaceholders, isBlankHtml, markChips, placeholderLabel } from '../templates/index.ts'
import type { Rendering } from './translation-operations.ts'
import { languageWords } from './translation-words.ts'

type TranslationTextProps = {
  language: Rendering['language']
  title: string
  content: string
}

/** One section in one language as patients read it, details of each patient marked. */
export function TranslationText({ language, title, content }: TranslationTextProps) {
  const { direction } = languageWords(language)
  return (
    <div className={markChips}>
      <p lang={language} dir={direction} className="mb-1.5 font-semibold">
        {title.trim() || 'Untitled'}
      </p>
      {isBlankHtml(content) ? (
        <p className="text-muted">No text yet.</p>
      ) : (
        <RichText
          html={fillPlaceholders(content, {}, placeholderLabel)}
          lang={language}
          dir={direction}
          className={direction === 'rtl' ? 'leading-loose' : undefined}
        />
      )}
    </div>
  )
}
