import type {
  DataRequestKind,
  DataRequestOutcome,
  DataRequestStepKind,
  RetentionGround,
} from '../../../contract/data-requests.ts'

export const requestKindWords: Record<DataRequestKind, string> = {
  access: 'To see their data',
  rectification: 'To correct something',
  erasure: 'To erase something',
  restriction: 'To use it no further for now',
  portability: 'To take it elsewhere',
  objection: 'To object to its use',
}

export const requestOutcomeWords: Record<DataRequestOutcome, string> = {
  answered: 'Answered',
  partly: 'Answered in part',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

export const stepWords: Record<DataRequestStepKind, string> = {
  received: 'Request received',
  'identity-asked': 'Asked for proof of who asks: the clock stopped',
  identified: 'Clear who asks',
  'clarification-asked': 'Asked what is meant: the clock stopped',
  clarified: 'Told what is meant: the clock runs again',
  extended: 'Extended by two months',
  noted: 'Note',
  corrected: 'Correction noted',
  'marketing-erased': 'Marketing data erased',
  'pack-given': 'Access pack given',
  closed: 'Closed',
}

export const groundWords: Record<RetentionGround, string> = {
  'legal-duty': 'The law or professional rules ask for it (Article 17(3)(b))',
  'health-care': 'It is needed for health care (Article 17(3)(c))',
  'legal-claims': 'It may be needed for a legal claim (Article 17(3)(e))',
}

export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
