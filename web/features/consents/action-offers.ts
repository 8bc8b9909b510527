import type { ActionRefusal, ConsentAction } from '../../../contract/consents.ts'
import type { Api } from '../../api.ts'

/** A consent with what its reader may do with it now. */
export type OfferedConsent = Awaited<ReturnType<Api['consents']['get']>>
type Offers = Pick<OfferedConsent, 'actions'>

/** Whether the server would let the reader do this now. */
export const isOffered = ({ actions }: Offers, action: ConsentAction): boolean => actions[action] === null

type CountersignObstacle = { title: string; text: string }

/** What keeps the reader from countersigning, and what to do about it; each but the first is done on that screen. */
const obstacles: Partial<Record<ActionRefusal, CountersignObstacle>> = {
  'not-registered': {
    title: 'A clinician has to countersign this',
    text: 'Only a clinician with a GDC number can countersign. If you are one, ask your manager to add your number to your staff record.',
  },
  'discussion-missing': {
    title: 'Before you countersign',
    text: 'Record the conversation with the patient.',
  },
  'matters-unanswered': {
    title: 'Before you countersign',
    text: 'The patient has listed what matters to them. Answer each point, or record when you discussed it.',
  },
  'cosigner-missing': {
    title: 'Before you countersign',
    text: 'An interpreter or witness is required and has not signed. Record who it was.',
  },
}

/** Why the reader cannot countersign yet, where there is something to do about it. */
export const countersignObstacle = ({ actions }: Offers): CountersignObstacle | undefined =>
  actions.countersign === null ? undefined : obstacles[actions.countersign]

/** Whether somebody else has to countersign for the reader, who can ask for it or has been told that it was asked for. */
export const awaitsCountersignature = ({ actions }: Offers): boolean =>
  actions.countersign === 'not-registered' ||
  actions.askCountersign === null ||
  actions.askCountersign === 'already-asked'

/** Whether the reader can countersign, if need be after what the countersigning screen asks for first. */
export const leadsToCountersigning = (offers: Offers): boolean =>
  offers.actions.countersign === null ||
  (offers.actions.countersign !== 'not-registered' && countersignObstacle(offers) !== undefined)
