import type { LibraryQuestions } from '../../../build/content/types.d.ts'

/** What is asked of patients; fetched when somebody looks at a history, and once. */
export async function loadQuestions(): Promise<LibraryQuestions> {
  const { default: questions } = await import('../../../build/content/history-questions.json')
  return questions as LibraryQuestions
}
