const usernamePattern = /^[\w.]{3,30}$/

/** What is wrong with a username before it is sent; undefined for one that may be tried, and for none. */
export const validateUsername = (typed: string): string | undefined =>
  typed === '' || usernamePattern.test(typed)
    ? undefined
    : 'Use 3 to 30 letters, digits, dots and underscores'
