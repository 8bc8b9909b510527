import { useEffect, useRef } from 'react'
import { markFilled, placeholderLabel } from '../templates/index.ts'
import { chosenTreatments, type Consent, type ConsentValues } from './consent-form-values.ts'
import { ConsentWordingText } from './consent-wording.tsx'

export type ConsentPreviewProps = {
  /** The draft as the server last wrote it; null before there is one. */
  saved: Consent | null
  /** Whether nothing was changed since. */
  isCurrent: boolean
  treatments: ConsentValues['treatments']
  hasPatient: boolean
  /** The gap that is being filled in; null for none. */
  following: string | null
}

export const previewTitle = 'What the patient reads'

/** The text of a draft, each gap and each value that fills one marked with the gap's name. */
function markedContent(
  { content, missing, plan }: Consent,
  treatments: ConsentValues['treatments'],
): Consent['content'] {
  const wording = chosenTreatments({ treatments }).flatMap(
    ({ template }) => template?.sections.map((section) => section.content) ?? [],
  )
  const values = [
    { diagnosis: plan.diagnosis },
    ...plan.items.map(({ placeholders, material }) => ({ ...placeholders, material })),
  ]
  const marked = (html: string) =>
    missing.reduce(
      (text, name) =>
        text.replaceAll(`[${name}]`, `<mark data-gap="${name}">${placeholderLabel(name)}</mark>`),
      values.reduce((text, filled) => markFilled(text, wording, filled), html),
    )
  return {
    ...content,
    sections: content.sections.map((section) => ({ ...section, content: marked(section.content) })),
  }
}

/** What the patient will read, beside the form on a wide screen; it moves to what is being filled in. */
export function ConsentPreview(props: ConsentPreviewProps) {
  const { saved, isCurrent } = props
  return (
    <section
      aria-labelledby="preview-title"
      className="card sticky top-6 hidden w-full overflow-hidden rounded-xl xl:block"
    >
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-5 py-3">
        <h2 id="preview-title" className="text-body">
          {previewTitle}
        </h2>
        {saved && (
          <p className="text-small text-muted">{isCurrent ? 'As saved' : 'Without your last changes'}</p>
        )}
      </header>
      <PreviewText {...props} className="max-h-[calc(100dvh-12rem)] overflow-y-auto px-5 py-4" />
    </section>
  )
}

/** The text itself, once the draft is saved. */
export function PreviewText({
  saved,
  treatments,
  hasPatient,
  following,
  className = '',
}: ConsentPreviewProps & { className?: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const gap = following && box.current?.querySelector<HTMLElement>(`[data-gap="${following}"]`)
    if (!gap || !box.current) return
    const { top } = gap.getBoundingClientRect()
    const middle = box.current.getBoundingClientRect().top + box.current.clientHeight / 3
    box.current.scrollBy({ top: top - middle, behavior: 'smooth' })
  }, [following, saved])
  if (!saved)
    return (
      <p className="px-5 py-10 text-center text-muted">
        {hasPatient && chosenTreatments({ treatments }).length > 0
          ? 'The text appears here after your first change.'
          : 'Choose a patient and a treatment to see the text here.'}
      </p>
    )
  return (
    <div
      ref={box}
      tabIndex={0}
      role="group"
      aria-label="Text for the patient"
      className={`focus-visible:-outline-offset-3 [&_mark[data-filled]]:bg-brand-soft [&_mark[data-filled]]:text-brand-strong ${className}`}
    >
      <p dir="auto" className="mb-4 text-h2 font-semibold">
        {saved.content.title}
      </p>
      <ConsentWordingText content={markedContent(saved, treatments)} consent={saved} />
    </div>
  )
}

/** The gap that a control of the form fills; null for a control that fills none. */
export function gapOf(control: Element): string | null {
  const part = control.closest('.field-group')?.querySelector('[id^="items."], #diagnosis')
  // A field's label and area carry its id with an ending.
  const name = part?.id.split('.').at(-1)?.split('-')[0]
  if (name === undefined) return null
  return { pricePence: 'price', teeth: 'tooth' }[name] ?? name
}
