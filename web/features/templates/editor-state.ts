import { useEffect, useRef, useState } from 'react'
import { useBuiltInWording } from './editor-library.ts'
import {
  draftOf,
  isSameDraft,
  newDraft,
  fillEmptySections,
  replaceWording,
  type TemplateDraft,
} from './template-editor-rules.ts'
import type { Template } from './template-wording-dialog.tsx'

/** What Auto-fill did last, for as long as it can be taken back without losing what was written since. */
type AutoFill = { treatmentSubtype: string; before: TemplateDraft; after: TemplateDraft }

/** A template as it is written: the draft, what it began as, and what the library filled in. */
export function useEditorState(template: Template | null, restored: TemplateDraft | null) {
  const [saved, setSaved] = useState(() => (template ? draftOf(template) : newDraft()))
  const [draft, setDraft] = useState(restored ?? saved)
  const [filling, setFilling] = useState<AutoFill | null>(null)
  const wording = useBuiltInWording(draft.treatmentSubtype)
  const isArrival = useRef(template !== null && restored === null && template.treatmentSubtype !== '')

  // A stored subtype fills what is empty as the template is loaded; that is no change of this person's.
  useEffect(() => {
    if (!isArrival.current || !wording) return
    isArrival.current = false
    const after = fillEmptySections(draft, wording)
    if (isSameDraft(after, draft)) return
    setFilling({ treatmentSubtype: draft.treatmentSubtype, before: draft, after })
    setDraft(after)
    setSaved(after)
  }, [wording, draft])

  function autoFill() {
    if (!wording) return
    isArrival.current = false
    const after = replaceWording(draft, wording)
    setFilling({ treatmentSubtype: draft.treatmentSubtype, before: draft, after })
    setDraft(after)
  }
  const isUntouched = filling !== null && filling.after.sections === draft.sections
  function undo() {
    if (!filling) return
    const { sections, risks, questions, cautions, pictures } = filling.before
    setDraft((now) => ({ ...now, sections, risks, questions, cautions, pictures }))
    setFilling(null)
  }
  return {
    draft,
    change: setDraft,
    isUnsaved: !isSameDraft(draft, saved),
    /** After another person's version was taken in, that is what there is to lose against. */
    rebase: setSaved,
    autoFill: wording ? autoFill : null,
    filledFor: filling?.treatmentSubtype ?? null,
    undo: isUntouched ? undo : null,
    hideNotice: () => {
      isArrival.current = false
      setFilling(null)
    },
  }
}
