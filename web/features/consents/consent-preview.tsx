import { useDeferredValue } from 'react'
import { useLibraryPictures } from '../templates/index.ts'
import type { Clinician } from '../staff/index.ts'
import type { Consent, ConsentValues } from './consent-form-values.ts'
import { ConsentWordingText } from './consent-wording.tsx'
import { previewContent, type Practice } from './preview-content.ts'

type ConsentPreviewProps = {
  values: ConsentValues
  /** The draft as the server last wrote it, while nothing was changed since. */
  saved: Consent | null
  clinicians: readonly Clinician[]
  practice: Practice
}

/** What the patient will read, as wide as a phone, growing while the form is filled in. */
export function ConsentPreview({ values, saved, clinicians, practice }: ConsentPreviewProps) {
  const shown = useDeferredValue(values)
  const library = useLibraryPictures()
  const clinician = clinicians.find(({ id }) => id === shown.clinicianId)
  const content = saved?.content ?? previewContent(shown, clinician, practice, library)
  return (
    <section
      aria-labelledby="preview-title"
      className="card mx-auto w-full max-w-[23rem] overflow-hidden rounded-xl xl:sticky xl:top-6"
    >
      <header className="border-b border-line bg-paper px-5 py-3">
        <h2 id="preview-title" className="text-body">
          What the patient reads
        </h2>
        <p className="text-small text-muted">
          {saved ? 'As saved in the draft' : 'Gaps are marked until you fill them'}
        </p>
      </header>
      <div
        tabIndex={0}
        role="group"
        aria-label="Text for the patient"
        className="max-h-[36rem] overflow-y-auto px-5 py-4 focus-visible:-outline-offset-3 xl:max-h-[calc(100dvh-9rem)]"
      >
        {content ? (
          <>
            <p dir="auto" className="mb-4 text-h2 font-semibold">
              {content.title}
            </p>
            <ConsentWordingText content={content} />
          </>
        ) : (
          <p className="py-10 text-center text-muted">Choose a treatment to see its text here.</p>
        )}
      </div>
    </section>
  )
}
