import frame from '../../../build/content/page.frame.json'

/**
 * What a public page may say of itself, as `export const handle: PublicHandle`. An address does all it takes, without a
 * script too: of another page, or with '#' of a part of the page itself.
 */
type PublicHandle = { capacityTest?: string }

const actionUrlOf = (handle: unknown): string | undefined =>
  (handle as PublicHandle | undefined)?.capacityTest

/** Where the Capacity Test button leads: where the page that is shown says, else to the guided assessment. */
export const capacityTestUrl = (matches: readonly { handle?: unknown }[]): string =>
  matches.map(({ handle }) => actionUrlOf(handle)).findLast((action) => action !== undefined) ??
  frame.capacityTest.href
