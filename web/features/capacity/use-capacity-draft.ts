import { useState } from 'react'
import type { CapacityAnswers } from '../../../contract/capacity-rules.ts'
import { drafts } from '../../ui/plain/draft-store.ts'
import { saveDraft, readStored } from '../templates/index.ts'

/** A form that is not recorded yet: its answers, and what is written around them. */
export type CapacityDraft = { answers: CapacityAnswers; facts: Readonly<Record<string, string>> }

/** Whose draft it is, of which part of which form: another's, or of words that were asked otherwise, is nobody's. */
export type CapacityDraftKey = {
  writerId: string
  consentId: string
  part: 'assessment' | 'decision'
  formVersion: string
}

const storageKeyOf = ({ writerId, consentId, part, formVersion }: CapacityDraftKey) =>
  `capacity-draft:${writerId}:${consentId}:${part}:${formVersion}`

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isDraft = (value: unknown): value is CapacityDraft =>
  isObject(value) &&
  'answers' in value &&
  isObject(value.answers) &&
  'facts' in value &&
  isObject(value.facts) &&
  Object.values(value.answers).every(
    (answer: unknown) => isObject(answer) && 'chosen' in answer && 'text' in answer && 'people' in answer,
  )

const readStoredDraft = (of: CapacityDraftKey): CapacityDraft | null =>
  readStored(drafts, storageKeyOf(of), isDraft)

/** The part that somebody was filling in when this page was left or loaded again. */
export const startedPart = (of: Omit<CapacityDraftKey, 'part'>): CapacityDraftKey['part'] | null =>
  (['decision', 'assessment'] as const).find((part) => readStoredDraft({ ...of, part })) ?? null

/**
 * What is filled in and not recorded yet. It outlives a reload, and ends with the session of whoever wrote it: it speaks
 * of health.
 */
export function useCapacityDraft(of: CapacityDraftKey, begin: CapacityDraft) {
  const [draft, setDraft] = useState(() => readStoredDraft(of) ?? begin)
  function change(part: Partial<CapacityDraft>) {
    const next = { ...draft, ...part }
    saveDraft(drafts, storageKeyOf(of), next)
    setDraft(next)
  }
  return {
    ...draft,
    answer: (answers: CapacityAnswers) => change({ answers }),
    tell: (name: string, words: string) => change({ facts: { ...draft.facts, [name]: words } }),
    forget: () => saveDraft(drafts, storageKeyOf(of), null),
  }
}
