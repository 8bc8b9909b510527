import type { Api } from '../../api.ts'
import type { ConsentSection } from '../consents/index.ts'

export type Task = Awaited<ReturnType<Api['tasks']['list']>>['rows'][number]
export type TaskKind = Task['kind']
export type TaskOutcome = NonNullable<Task['done']>['outcome']

export const taskTitles: Record<TaskKind, string> = {
  'urgent-worry': 'Urgent: the patient is worried',
  worry: 'The patient is worried',
  call: 'Phone the patient',
  letter: 'Post a letter',
  answer: 'Answer a question',
  understanding: 'Explain again',
  matter: 'Answer what matters to the patient',
  talk: 'Call: the patient asked to talk',
  capacity: 'Review capacity',
  'new-link': 'Give a new link',
  countersign: 'Countersign',
}

/** Why it is there, and what brings it about. */
export const taskReasons: Record<TaskKind, string> = {
  'urgent-worry': 'Advised to call 999. See their answers on the consent.',
  worry: 'Needs a response today. See their answers on the consent.',
  call: 'No message has been delivered.',
  letter: 'Messages and calls have not reached them. Create a letter on the consent.',
  answer: 'The patient has asked a question.',
  understanding: 'Some of the consent was not understood.',
  matter: 'The patient has listed what matters to them. Answer before countersigning.',
  talk: 'See the consent for suitable times.',
  capacity: 'The capacity assessment is due for review on the consent.',
  'new-link': 'The patient asked for one, but it could not be sent.',
  countersign: 'The patient has signed. A colleague who cannot countersign asked you to.',
}

/** The part of the consent's page where each is done. */
export const taskSections: Record<TaskKind, ConsentSection> = {
  'urgent-worry': 'aftercare',
  worry: 'aftercare',
  call: 'messages',
  letter: 'messages',
  answer: 'conversation',
  understanding: 'conversation',
  matter: 'conversation',
  talk: 'conversation',
  capacity: 'conversation',
  'new-link': 'messages',
  countersign: 'signatures',
}

export const outcomeWords: Record<TaskOutcome, string> = {
  done: 'Done',
  reached: 'Reached the patient',
  'no-answer': 'No answer',
  'wrong-number': 'Wrong number',
  posted: 'Posted',
  'not-needed': 'No longer needed',
}

/** How a task of each kind can end, the usual way first. */
export const outcomesOf: Record<TaskKind, readonly TaskOutcome[]> = {
  'urgent-worry': ['reached', 'no-answer', 'wrong-number', 'done', 'not-needed'],
  worry: ['reached', 'no-answer', 'wrong-number', 'done', 'not-needed'],
  call: ['reached', 'no-answer', 'wrong-number', 'not-needed'],
  letter: ['posted', 'not-needed'],
  answer: ['done', 'not-needed'],
  understanding: ['done', 'not-needed'],
  matter: ['done', 'not-needed'],
  talk: ['reached', 'no-answer', 'wrong-number', 'not-needed'],
  capacity: ['done', 'not-needed'],
  'new-link': ['reached', 'done', 'no-answer', 'wrong-number', 'not-needed'],
  countersign: ['done', 'not-needed'],
}

/** Whether what was done must be written down, since it is part of the patient's record. */
export const needsNote = (kind: TaskKind): boolean => kind === 'urgent-worry' || kind === 'worry'
