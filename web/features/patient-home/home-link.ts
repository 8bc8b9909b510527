/** The token of a link stands behind the '#', so that no server is ever sent it; null where there is none. */
export const parseLinkToken = (hash: string): string | null => /^#([\w-]{43})$/.exec(hash)?.[1] ?? null

/** Takes a used token out of the address and out of the history. */
export const removeTokenFromUrl = () => history.replaceState(null, '', location.pathname)
