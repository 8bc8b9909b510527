import type { OpenModule } from '../../module.ts'
import { questionHandlers } from './question-handlers.ts'
import { syncQuestionTasks } from './question-jobs.ts'
import { questionNoticeComposer } from './question-notices.ts'

/** Questions of patients about their consents, and the answers. */
export const questions: OpenModule = ({ runJob, address }, { sendAnswerLink }) => ({
  handlers: { questions: questionHandlers({ sendAnswerLink }) },
  jobs: { 'questions.keep-tasks': (data) => syncQuestionTasks(runJob, data) },
  events: ['question.changed'],
  subscribes: {
    'question.changed': ['questions.keep-tasks'],
    'consent.voided': ['questions.keep-tasks'],
    'consent.expired': ['questions.keep-tasks'],
    'consent.superseded': ['questions.keep-tasks'],
  },
  composers: { 'question-notice': questionNoticeComposer(address) },
})
