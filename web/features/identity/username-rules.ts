const shape = /^[\w.]{3,30}$/

/** What is wrong with a username before it is sent; undefined for one that may be tried, and for none. */
export const usernameProblem = (typed: string): string | undefined =>
  typed === '' || shape.test(typed) ? undefined : 'Use 3 to 30 letters, digits, dots and underscores'
