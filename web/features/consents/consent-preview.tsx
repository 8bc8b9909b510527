import { placeholderLabel } from '../templates/index.ts'
import type { Consent } from './consent-form-values.ts'
import { ConsentWordingText } from './consent-wording.tsx'

type ConsentPreviewProps = {
  /** The draft as the server last wrote it; null before there is one. */
  saved: Consent | null
  /** Whether nothing was changed since. */
  isCurrent: boolean
}

/** The text of a draft, each gap marked with what it waits for. */
function highlightGaps({ content, missing }: Consent): Consent['content'] {
  const marked = (html: string) =>
    missing.reduce(
      (text, name) => text.replaceAll(`[${name}]`, `<mark>${placeholderLabel(name)}</mark>`),
      html,
    )
  return {
    ...content,
    sections: content.sections.map((section) => ({ ...section, content: marked(section.content) })),
  }
}

/** What the patient will read, as wide as a phone, growing while the form is filled in. */
export function ConsentPreview({ saved, isCurrent }: ConsentPreviewProps) {
  return (
    <section
      aria-labelledby="preview-title"
      className="card mx-auto w-full max-w-[23rem] overflow-hidden rounded-xl xl:sticky xl:top-6"
    >
      <header className="border-b border-line bg-paper px-5 py-3">
        <h2 id="preview-title" className="text-body">
          What the patient reads
        </h2>
        {saved && (
          <p className="text-small text-muted">
            {isCurrent ? 'As saved in the draft' : 'Without your last changes, until they are saved'}
          </p>
        )}
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label="Text for the patient"
        className="max-h-[36rem] overflow-y-auto px-5 py-4 focus-visible:-outline-offset-3 xl:max-h-[calc(100dvh-9rem)]"
      >
        {saved ? (
          <>
            <p dir="auto" className="mb-4 text-h2 font-semibold">
              {saved.content.title}
            </p>
            <ConsentWordingText content={highlightGaps(saved)} consent={saved} />
          </>
        ) : (
          <p className="py-10 text-center text-muted">
            Choose a patient and a treatment to see the text here.
          </p>
        )}
      </div>
    </section>
  )
}
