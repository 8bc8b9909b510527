import { useMemo, useState } from 'react'
import type { Translation } from '../../../contract/translations.ts'
import { useAlert } from '../../ui/alert-provider.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { useDraftAutosave, useUnsavedChangesGuard, type Template } from '../templates/index.ts'
import {
  mergeTranslation,
  draftOf,
  isSameDraft,
  isSamePart,
  partOf,
  saveInputOf,
  withPart,
  type DraftPart,
  type TranslationDraft,
  type UnsavedTranslation,
} from './translation-draft.ts'
import type { Rendering, TranslationOperations } from './translation-operations.ts'

/** What is saved now: the English, and what there is of the translation. */
export type SavedState = { template: Template; translation: Translation | null }

/** Unsaved writing as it is kept. */
export type StoredTranslation = UnsavedTranslation & { keptAt: string }

export type TranslationEditorProps = {
  savedState: SavedState
  rendering: Rendering
  operations: Pick<TranslationOperations, 'save'>
  /** Reads both anew. */
  load: () => Promise<SavedState>
  draftKey: string
  restored: StoredTranslation | null
  onSaved: (saved: Translation) => void
}

type State = {
  savedState: SavedState
  draft: TranslationDraft
  /** What another person saved meanwhile of sections that are changed here too. */
  theirs: readonly DraftPart[]
  /** Sections whose English has changed since the writing began. */
  changed: readonly number[]
}

const savedDraft = ({ template, translation }: SavedState) => draftOf(template.sections, translation)

/** Unsaved writing on top of what is saved now. */
const rebaseOnSaved = (savedState: SavedState, writing: UnsavedTranslation): State => ({
  savedState,
  ...mergeTranslation(writing, { english: savedState.template.sections, draft: savedDraft(savedState) }),
})

/** Refusals that say that this page shows what is not so any more, and what is told of them. */
const staleErrors: Record<string, { title: string; text: string }> = {
  'changed-meanwhile': {
    title: 'Someone else has saved this translation',
    text: 'Your changes are safe and theirs are included. Where you both changed a section, yours is kept and theirs is shown below it. Check both, then save.',
  },
  'english-changed': {
    title: 'The English has changed',
    text: 'Your changes are safe. Sections with new English are marked. Check them, then save.',
  },
}

/** The work on one translation: what is written, kept, saved, and brought together with what others saved. */
export function useTranslationEditor(props: TranslationEditorProps) {
  const { rendering, operations, load, draftKey, restored, onSaved } = props
  const [state, setState] = useState<State>(() =>
    restored
      ? rebaseOnSaved(props.savedState, restored)
      : { savedState: props.savedState, draft: savedDraft(props.savedState), theirs: [], changed: [] },
  )
  const { savedState, draft } = state
  const { template, translation } = savedState
  const saved = useMemo(() => savedDraft(savedState), [savedState])
  const isUnsaved = !isSameDraft(draft, saved)
  const writing = useMemo(
    () => ({ english: template.sections, base: saved, draft }),
    [template.sections, saved, draft],
  )
  const unsaved = useMemo(
    () => (isUnsaved ? { keptAt: new Date().toISOString(), ...writing } : null),
    [isUnsaved, writing],
  )
  useDraftAutosave(draftKey, unsaved)
  useUnsavedChangesGuard(isUnsaved)
  const { busy, problem, run } = useTask()
  const alert = useAlert()

  async function attempt(): Promise<void> {
    const answer = await operations.save({
      ...{ ...rendering, templateId: template.id, versionId: template.versionId },
      ...{ translationId: translation?.id ?? null, sections: saveInputOf(draft) },
    })
    setState((now) => afterSaving(now, draft, answer))
    onSaved(answer)
  }
  /** Nothing written here is let go; what it is written on is read anew. */
  async function catchUp(why: { title: string; text: string }): Promise<void> {
    const next = await load()
    setState((now) => rebaseOnSaved(next, { english: template.sections, base: saved, draft: now.draft }))
    void alert(why)
  }
  const save = () =>
    run(async () => {
      try {
        await attempt()
      } catch (failure) {
        const why = staleErrors[(failure as Problem).reason ?? '']
        if (!why) throw failure
        await catchUp(why)
      }
    })
  const change = (sectionId: number, part: Partial<DraftPart>) =>
    setState((now) => ({ ...now, draft: withPart(now.draft, sectionId, part) }))
  const takeTheirs = (their: DraftPart) =>
    setState((now) => ({
      ...now,
      draft: withPart(now.draft, their.sectionId, their),
      theirs: now.theirs.filter(({ sectionId }) => sectionId !== their.sectionId),
    }))
  return { ...state, saved, isUnsaved, busy, problem, save: () => void save(), change, takeTheirs }
}

/** What was written while the answer was under way stays as it is. */
function afterSaving({ savedState, draft }: State, sent: TranslationDraft, translation: Translation): State {
  const next = { ...savedState, translation }
  const parts = savedDraft(next).map((part) => {
    const written = partOf(draft, part.sectionId)
    return written && !isSamePart(written, partOf(sent, part.sectionId)) ? written : part
  })
  return { savedState: next, draft: parts, theirs: [], changed: [] }
}
