import { useEffect, useRef } from 'react'
import { drafts } from '../../ui/plain/draft-store.ts'
import type { TemplateDraft } from './template-editor-rules.ts'

/** Unsaved writing as it is kept. */
export type StoredDraft = {
  keptAt: string
  /** The version it was made from; null for a new template. */
  versionId: string | null
  draft: TemplateDraft
}

/** Of one template, or of a new one. */
export const draftKey = (templateId: string | null) => `template-draft:${templateId ?? 'new'}`

/**
 * What is tried before signing in: the browser holds it as it is, for there is nobody whose key could seal it, it speaks
 * of no patient, and whoever registers comes back in another tab.
 */
export const trialStorage = () => localStorage

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'keptAt' in value &&
  'versionId' in value &&
  'draft' in value &&
  typeof value.draft === 'object' &&
  value.draft !== null &&
  ['sections', 'risks', 'questions', 'cautions', 'pictures'].every((list) =>
    Array.isArray((value.draft as Record<string, unknown>)[list]),
  )

/** What is kept under a key. Something else under it, or a browser that keeps nothing, is nothing. */
export function readStored<T>(
  storage: Storage,
  key: string,
  isOurs: (value: unknown) => value is T,
): T | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return isOurs(stored) ? stored : null
  } catch {
    return null
  }
}

export const readStoredDraft = (storage: Storage, key: string): StoredDraft | null =>
  readStored(storage, key, isStoredDraft)

/** A browser may refuse to keep anything; whoever leaves is asked all the same. */
export function saveDraft(storage: Storage, key: string, kept: object | null): void {
  try {
    if (kept) storage.setItem(key, JSON.stringify(kept))
    else storage.removeItem(key)
  } catch (problem) {
    console.error(problem)
  }
}

/** Keeps what is written with each change: in the tab's sealed store, unless another is named. */
export function useDraftAutosave(
  key: string,
  kept: object | null,
  storage: Storage = drafts,
): { forget: () => void } {
  const wasKept = useRef(false)
  useEffect(() => {
    if (!kept && !wasKept.current) return
    wasKept.current = kept !== null
    saveDraft(storage, key, kept)
  }, [key, kept, storage])
  return { forget: () => saveDraft(storage, key, null) }
}
