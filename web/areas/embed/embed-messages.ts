import type { EmbedView } from '../../../contract/embeds.ts'

/** What the page that shows the frame is told. Of a consent no more than its id and how it stands. */
export type EmbedMessage =
  | { source: 'candour'; type: 'height'; height: number }
  | {
      source: 'candour'
      type: 'state'
      consents: { id: string; status: EmbedView['consents'][number]['status']; openQuestions: number }[]
    }
  | { source: 'candour'; type: 'ended' }

type Receiver = Pick<Window, 'postMessage'>

/** Tells the page of that one origin; to whatever else stands there the browser gives nothing. */
export function tellParent(parent: Receiver, origin: string, message: EmbedMessage): void {
  if (URL.parse(origin)?.origin !== origin || origin === 'null')
    throw new Error('What is no origin is told nothing')
  parent.postMessage(message, origin)
}

/** How high the page would be without a bar to scroll. */
export const heightMessage = (height: number): EmbedMessage => ({
  ...{ source: 'candour', type: 'height' },
  height: Math.ceil(height),
})

/** How the consents that are shown stand. */
export const stateMessage = ({ consents }: EmbedView): EmbedMessage => ({
  ...{ source: 'candour', type: 'state' },
  consents: consents.map(({ id, status, questions }) => ({ id, status, openQuestions: questions.open })),
})

export const endedMessage: EmbedMessage = { source: 'candour', type: 'ended' }
