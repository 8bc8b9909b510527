export { questionHandlers } from './question-handlers.ts'
export { keepQuestionTasks } from './question-jobs.ts'
export { mayReadAnswer, questionsFrom, threadHolds, type QuestionEntry } from './question-rules.ts'
export { entriesOf, entriesOfConsents, isAnswerDue } from './question-store.ts'
