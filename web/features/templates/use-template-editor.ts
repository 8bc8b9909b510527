import { useEffect, useMemo, useState } from 'react'
import { useAlert } from '../../ui/alert-provider.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { trialStorage, useDraftAutosave, type StoredDraft } from './draft-autosave.ts'
import { detailIds } from './editor-details.tsx'
import { useUnsavedChangesGuard } from './unsaved-changes-guard.ts'
import { changeId, type SaveNote } from './editor-save-part.tsx'
import { useEditorSaving, type EditorOperations } from './editor-saving.ts'
import { sectionIds } from './editor-section.tsx'
import type { OpenSection } from './editor-sections.tsx'
import { useOfferMerge } from './editor-offer.tsx'
import { useEditorState } from './editor-state.ts'
import type { EditorView } from './editor-views.tsx'
import {
  draftOf,
  isBlankHtml,
  listProblems,
  saveProblem,
  type SaveProblem,
  type TemplateDraft,
} from './template-editor-rules.ts'
import type { TemplateOffer, TemplatePaths, TemplateSide } from './template-operations.ts'
import type { Template } from './template-wording-dialog.tsx'

export type TemplateEditorProps = {
  /** The template to change, or null for a new one. */
  template: Template | null
  side: TemplateSide | 'nobody'
  /** Null where nobody is signed in: everything works but saving. */
  operations: EditorOperations | null
  /** A version is used only once somebody other than its author has approved it. */
  needsApproval?: boolean | undefined
  /** Newer wording of what the template was copied from, to be brought together with it. */
  offer?: TemplateOffer | null | undefined
  /** Where a video's captions are written, and the video settings; absent where nobody is signed in. */
  videoPaths?: Pick<TemplatePaths, 'video' | 'videoSettings'> | undefined
  draftKey: string
  restored: StoredDraft | null
  onSaved: (saved: Template) => void
  /** Asked to save without being able to; what it is given lets the page be left without a question. */
  onSaveRefused?: ((release: () => void) => void) | undefined
  onCancel: () => void
}

/** The work on one template: what is written, kept, told to be missing, saved and brought together. */
export function useTemplateEditor(props: TemplateEditorProps) {
  const { operations, draftKey, restored, onSaveRefused } = props
  // As it was when writing began: what is loaded later was not seen by who writes.
  const [template] = useState(props.template)
  const [versionId, setVersionId] = useState(restored ? restored.versionId : (template?.versionId ?? null))
  const state = useEditorState(template, restored?.draft ?? null)
  const { draft, isUnsaved } = state
  const [note, setNote] = useState<SaveNote>({ reason: '', change: 'material' })
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const [view, setView] = useState<EditorView>('write')
  const sectionState = useOpenSection(draft)
  const alert = useAlert()
  const unsaved = useMemo(
    () => (isUnsaved ? { keptAt: new Date().toISOString(), versionId, draft } : null),
    [isUnsaved, versionId, draft],
  )
  const taking = useOfferMerge({
    offer: props.offer ?? null,
    draft,
    onMerged(merged, { sourceName }) {
      state.change(merged)
      if (!note.reason) setNote({ ...note, reason: `Updated to the new wording of ${sourceName}` })
    },
  })
  const { forget } = useDraftAutosave(draftKey, unsaved, props.side === 'nobody' ? trialStorage() : undefined)
  const { letGo } = useUnsavedChangesGuard(isUnsaved)
  const saving = useEditorSaving({
    operations,
    template,
    onSaved(saved) {
      letGo()
      forget()
      props.onSaved(saved)
    },
  })
  useFocusOnProblem(saving.seriousRisk, changeId)

  async function save() {
    const stopped = saveProblem(draft)
    if (stopped) {
      await alert(stopped.text)
      setView('write')
      return sectionState.toProblem(stopped)
    }
    const unfinished = listProblems(draft)
    setErrors(unfinished)
    if (unfinished.length > 0) return setView('write')
    if (!operations) return onSaveRefused?.(letGo)
    const on = template && versionId ? { templateId: template.id, versionId, ...taking.taken } : null
    await saving.save({ draft, on, note })
  }
  function saveMerged(merged: TemplateDraft) {
    if (!saving.merging) return
    const { theirs } = saving.merging
    const { id: templateId, versionId: theirVersionId } = theirs
    state.change(merged)
    state.rebase(draftOf(theirs))
    setVersionId(theirVersionId)
    saving.closeMerging()
    const on = { templateId, versionId: theirVersionId, ...taking.taken }
    void saving.save({ draft: merged, on, note })
  }
  return {
    template,
    state,
    note,
    setNote,
    errors,
    view,
    setView,
    places: sectionState,
    saving,
    taking,
    save,
    saveMerged,
  }
}

/** Which section is open and which part the preview shows: the open one, until somebody turns the page. */
function useOpenSection({ sections }: TemplateDraft) {
  const [open, setOpen] = useState<OpenSection>({ id: sections[0]?.id ?? null, focusRequest: 0 })
  const [turned, setTurned] = useState<number | null>(null)
  const openAt = sections.findIndex(({ id }) => id === open.id)

  function openSection(id: number | null) {
    setOpen({ id, focusRequest: 0 })
    if (id !== null) setTurned(null)
  }
  /** Where what stopped the save is put right. */
  function focusSaveProblem({ at }: SaveProblem) {
    if (typeof at === 'string') {
      const id = at === 'sections' ? 'template-sections' : detailIds[at]
      return setTimeout(() => document.getElementById(id)?.focus())
    }
    const untitled = at.title.trim() === ''
    const wantsText = !untitled && isBlankHtml(at.content)
    setTurned(null)
    setOpen(({ focusRequest }) => ({ id: at.id, focusRequest: wantsText ? focusRequest + 1 : 0 }))
    if (untitled) setTimeout(() => document.getElementById(sectionIds(at.id).title)?.focus())
  }
  return {
    open,
    at: turned ?? Math.max(openAt, 0),
    openSection,
    turn: setTurned,
    toProblem: focusSaveProblem,
  }
}

/** Goes to a control when there is something new to say about it. */
function useFocusOnProblem(problem: string | undefined, id: string) {
  useEffect(() => {
    if (problem !== undefined) document.getElementById(id)?.focus()
  }, [problem, id])
}
