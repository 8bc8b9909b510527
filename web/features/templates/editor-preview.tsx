import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue } from 'react'
import { riskFigureOf } from '../../../contract/risk-figures.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { EditorPdf } from './editor-pdf.tsx'
import { placedPictures, useLibraryPictures } from './library-pictures.ts'
import { fillPlaceholders } from './placeholder-filling.ts'
import { placeholderLabel } from './placeholder-words.ts'
import { isBlankHtml, type TemplateDraft } from './template-editor-rules.ts'
import { WordingFigures } from './wording-figures.tsx'

type EditorPreviewProps = {
  draft: TemplateDraft
  /** Which part is shown, counted from 0. */
  sectionIndex: number
  onPageChange: (at: number) => void
}

/** Sizes as on patients' pages, one part on a page as they read it. */
const patientClass = [
  'text-[1.125rem] leading-[1.55]',
  '[--text-h2:1.25rem] [--text-h3:1.125rem]',
  '[&_mark]:rounded-sm [&_mark]:bg-warn-soft [&_mark]:px-1 [&_mark]:font-medium [&_mark]:text-warn',
].join(' ')

/** The wording as a patient reads it on a phone, growing while it is written. */
export function EditorPreview({ draft, sectionIndex, onPageChange }: EditorPreviewProps) {
  const { name, sections, risks, pictures } = useDeferredValue(draft)
  const library = useLibraryPictures()
  const part = Math.min(Math.max(sectionIndex, 0), sections.length - 1)
  const section = sections[part]
  if (!section) return null
  const { title, content } = section
  const text = {
    sections,
    risks: risks.map((risk) => ({ ...risk, figure: riskFigureOf(risk) })),
    pictures: placedPictures(library, pictures, sections),
  }
  return (
    <section
      aria-labelledby="template-preview-title"
      className="card mx-auto w-full max-w-[23rem] overflow-hidden rounded-xl xl:sticky xl:top-6"
    >
      <header className="flex items-center gap-2 border-b border-line bg-paper py-2 ps-5 pe-2">
        <div className="min-w-0 flex-1">
          <h2 id="template-preview-title" className="text-body">
            What the patient reads
          </h2>
          <p className="text-small text-muted">Patient details are marked</p>
        </div>
        <IconButton
          label="Previous part"
          icon={ChevronLeft}
          size="small"
          aria-disabled={part === 0 || undefined}
          className="aria-disabled:opacity-40 rtl:rotate-180"
          onClick={() => onPageChange(Math.max(part - 1, 0))}
        />
        <IconButton
          label="Next part"
          icon={ChevronRight}
          size="small"
          aria-disabled={part === sections.length - 1 || undefined}
          className="aria-disabled:opacity-40 rtl:rotate-180"
          onClick={() => onPageChange(Math.min(part + 1, sections.length - 1))}
        />
      </header>
      <EditorPdf draft={draft} />
      <div
        tabIndex={0}
        role="group"
        aria-label="Text for the patient"
        className={`max-h-[36rem] overflow-y-auto px-5 py-5 focus-visible:-outline-offset-3 xl:max-h-[calc(100dvh-9rem)] ${patientClass}`}
      >
        <p dir="auto" className="text-[1rem] text-muted">
          {name.trim() || 'Your treatment'}: part {part + 1} of {sections.length}
        </p>
        <h3 dir="auto" className="mt-1 text-[1.6875rem] leading-[1.2] tracking-[-0.018em]">
          {title.trim() || 'Untitled'}
        </h3>
        {isBlankHtml(content) ? (
          <p className="mt-4 text-muted">No text yet.</p>
        ) : (
          <RichText html={fillPlaceholders(content, {}, placeholderLabel)} className="mt-4" />
        )}
        <WordingFigures text={text} sectionIndex={part} />
      </div>
    </section>
  )
}
