/** Guards that another stands behind or in front of, so that nothing can be seen of them alone: by which, and why. */
export const equivalentMutations: Readonly<Record<string, string>> = {
  'segment-cipher isSealedStart: only if start.length >= magic.length':
    'what is shorter than the mark is not equal to it either',
  "own-host isOwnHost: only if port !== ''":
    'the port is compared with our own besides, which is a number or undefined and never empty',
}
