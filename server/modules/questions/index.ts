export { questionChainRecords } from './question-proof.ts'
export { mayReadAnswer, questionsFrom, type QuestionEntry } from './question-rules.ts'
export { entriesOf, entriesOfConsents, isAnswerRequired } from './question-store.ts'
