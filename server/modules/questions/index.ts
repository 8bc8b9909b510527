export { questionProof } from './question-proof.ts'
export { mayReadAnswer, questionsFrom, type QuestionEntry } from './question-rules.ts'
export { entriesOf, entriesOfConsents, isAnswerDue } from './question-store.ts'
