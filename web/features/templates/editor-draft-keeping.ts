import { useEffect, useRef } from 'react'
import type { TemplateDraft } from './template-editor-rules.ts'

/** Unsaved writing as this browser keeps it. */
export type KeptDraft = {
  keptAt: string
  /** The version it was made from; null for a new template. */
  versionId: string | null
  draft: TemplateDraft
}

/** Who writes where nobody is signed in. */
export const nobodyId = 'nobody'

/** Of one person and one template, so that nobody is offered another's writing. */
export const draftKey = (writerId: string, templateId: string | null) =>
  `template-draft:${writerId}:${templateId ?? 'new'}`

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const isKept = (value: unknown): value is KeptDraft =>
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
export function readKept<T>(storage: Storage, key: string, isOurs: (value: unknown) => value is T): T | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return isOurs(kept) ? kept : null
  } catch {
    return null
  }
}

export const readKeptDraft = (storage: Storage, key: string): KeptDraft | null =>
  readKept(storage, key, isKept)

/** A browser may refuse to keep anything; whoever leaves is asked all the same. */
export function keepDraft(storage: Storage, key: string, kept: object | null): void {
  try {
    if (kept) storage.setItem(key, JSON.stringify(kept))
    else storage.removeItem(key)
  } catch (problem) {
    console.error(problem)
  }
}

const rest_ms = 400

/** Keeps what is written as soon as somebody rests, and at once when the page is left or closed. */
export function useDraftKeeping(key: string, kept: object | null): { forget: () => void } {
  const due = useRef<(() => void) | null>(null)
  const wasKept = useRef(false)
  useEffect(() => {
    if (!kept && !wasKept.current) return
    wasKept.current = kept !== null
    due.current = () => keepDraft(localStorage, key, kept)
    const timer = setTimeout(flush, rest_ms)
    return () => clearTimeout(timer)
  }, [key, kept])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  function flush() {
    due.current?.()
    due.current = null
  }
  return {
    forget: () => {
      due.current = null
      keepDraft(localStorage, key, null)
    },
  }
}
