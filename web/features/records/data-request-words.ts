import type {
  DataRequestKind,
  DataRequestOutcome,
  DataRequestStepKind,
  RetentionGround,
} from '../../../contract/data-requests.ts'

export const requestKindWords: Record<DataRequestKind, string> = {
  access: 'Access to their data',
  rectification: 'Correction',
  erasure: 'Erasure',
  restriction: 'Restriction of processing',
  portability: 'Data portability',
  objection: 'Objection',
}

export const requestOutcomeWords: Record<DataRequestOutcome, string> = {
  answered: 'Answered',
  partly: 'Answered in part',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

export const stepWords: Record<DataRequestStepKind, string> = {
  received: 'Request received',
  'identity-asked': 'Identification requested: clock stopped',
  identified: 'Identity confirmed',
  'clarification-asked': 'Clarification requested: clock stopped',
  clarified: 'Clarification received: clock restarted',
  extended: 'Extended by two months',
  noted: 'Note',
  corrected: 'Correction added',
  'marketing-erased': 'Marketing data erased',
  'pack-given': 'Access pack given',
  closed: 'Closed',
}

export const groundWords: Record<RetentionGround, string> = {
  'legal-duty': 'Legal or professional obligation (Article 17(3)(b))',
  'health-care': 'Needed for health care (Article 17(3)(c))',
  'legal-claims': 'May be needed for a legal claim (Article 17(3)(e))',
}

export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
