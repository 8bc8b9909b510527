import { useEffect, useState } from 'react'
import type { History } from '../../../contract/histories.ts'
import { drafts } from '../../ui/plain/draft-store.ts'
import { saveDraft, readStored } from '../templates/index.ts'
import type { HistoryDraft } from './history-draft.ts'

/** Of one person and one patient, so that nobody is shown another's answers. */
const storageKeyOf = (writerId: string, patientId: string) => `history-draft:${writerId}:${patientId}`

const isDraft = (value: unknown): value is HistoryDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((fact: unknown) => {
    if (typeof fact !== 'object' || fact === null) return false
    return 'factor' in fact && 'answer' in fact && 'fields' in fact && 'teeth' in fact && 'madeFrom' in fact
  })

/** Answers that are not saved yet. They outlive a reload, and end with the session of whoever wrote them: they speak of health. */
export function useHistoryDraft(writerId: string, { patientId }: Pick<History, 'patientId'>) {
  const key = storageKeyOf(writerId, patientId)
  const [draft, setDraft] = useState<HistoryDraft>(() => readStored(drafts, key, isDraft) ?? {})
  useEffect(() => {
    saveDraft(drafts, key, Object.keys(draft).length > 0 ? draft : null)
  }, [key, draft])
  return { draft, setDraft, discard: () => setDraft({}) }
}
