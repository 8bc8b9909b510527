import { useEffect, useSyncExternalStore } from 'react'
import type { Question } from '../../../contract/questions.ts'
import { listQuestions } from './question-api.ts'

/** What this page knows of the questions about a consent; `questions` is absent until they came. */
type Thread = { questions: readonly Question[] | undefined; failed: boolean }

const emptyThread: Thread = { questions: undefined, failed: false }
const threads = new Map<string, Thread>()
const pendingLoads = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

const threadOf = (consentId: string): Thread => threads.get(consentId) ?? emptyThread

function setThread(consentId: string, thread: Thread): void {
  threads.set(consentId, thread)
  for (const onChange of listeners) onChange()
}

/** Shows what an act answered, everywhere on the page. */
export const cacheQuestions = (consentId: string, questions: readonly Question[]): void =>
  setThread(consentId, { questions, failed: false })

/** Asks for the questions; asked twice at a time it is once. What was known stays shown where nothing comes. */
export function loadQuestions(consentId: string): Promise<void> {
  const running = pendingLoads.get(consentId)
  if (running) return running
  const loading = listQuestions(consentId)
    .then(
      (questions) => cacheQuestions(consentId, questions),
      () => setThread(consentId, { ...threadOf(consentId), failed: true }),
    )
    .finally(() => pendingLoads.delete(consentId))
  pendingLoads.set(consentId, loading)
  return loading
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The questions about a consent, asked for afresh by each page that shows them. */
export function useQuestionThread(consentId: string): Thread {
  const thread = useSyncExternalStore(subscribe, () => threadOf(consentId))
  useEffect(() => void loadQuestions(consentId), [consentId])
  return thread
}

/** Whether the patient waits for an answer before they sign, as far as this page knows: the server has the last word. */
export const useIsSigningBlocked = (consentId: string): boolean =>
  useQuestionThread(consentId).questions?.some(({ isBlocking }) => isBlocking) ?? false
