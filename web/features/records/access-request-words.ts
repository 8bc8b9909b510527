import type { AccessRequest } from '../../../contract/records.ts'

type Outcome = NonNullable<AccessRequest['closed']>['outcome']

export const outcomeWords: Record<Outcome, string> = {
  answered: 'Answered',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}
