import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { bracketPlaceholders } from './placeholder-filling.ts'
import { placeholderLabel } from './placeholder-words.ts'
import type { TemplateDraft } from './template-editor-rules.ts'

/** A drawn preview: of which writing, and where this browser holds it. */
type RenderedPreview = { draft: TemplateDraft; address: string }

/** Draws the wording as the record would print it; what is written afterwards asks for another drawing. */
export function EditorPdf({ draft }: { draft: TemplateDraft }) {
  const { busy, problem, run } = useTask()
  const [preview, setDrawn] = useState<RenderedPreview | null>(null)
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!preview) return
    opener.current?.focus()
    return () => URL.revokeObjectURL(preview.address)
  }, [preview])

  const draw = () =>
    run(async () => {
      const { pdf } = await api.documents.previewTemplate(previewInput(draft))
      const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0))
      const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
      setDrawn({ draft, address })
    })
  return (
    <div className="border-b border-line px-5 py-3">
      {preview?.draft === draft ? (
        <ButtonLink
          ref={opener}
          href={preview.address}
          target="_blank"
          variant="quiet"
          size="small"
          icon={FileText}
        >
          Open the PDF
        </ButtonLink>
      ) : (
        <Button variant="quiet" size="small" icon={FileText} busy={busy} onClick={() => void draw()}>
          Create PDF
        </Button>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
    </div>
  )
}

const previewInput = ({
  name,
  treatmentType,
  treatmentSubtype,
  sections,
  risks,
  pictures,
}: TemplateDraft) => ({
  ...{ name, treatmentType, treatmentSubtype, pictures },
  // A risk that is still being written is none yet.
  risks: risks.filter(({ label }) => label.trim() !== ''),
  sections: sections.map(({ id, title, content }) => ({
    ...{ id, title },
    content: bracketPlaceholders(content, placeholderLabel),
  })),
})
