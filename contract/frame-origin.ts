/** Names of hosts as browsers write them, and a port: no wildcard, and nothing that could end a directive of a policy. */
const originPattern = /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/

/**
 * Whether a page of this origin may show Candour in a frame. To the letter, as browsers compare them: encrypted, and
 * without a path, a wildcard, a user or capital letters.
 */
export const isFrameOrigin = (text: string): boolean =>
  originPattern.test(text) && URL.parse(text)?.origin === text
