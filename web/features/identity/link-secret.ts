/** The secrets that we put in links: 24 to 64 characters of base64url. */
const secretPattern = /^#([\w-]{24,64})$/

/** The secret in an address's fragment; null for any other fragment. */
export const parseLinkSecret = (fragment: string): string | null => secretPattern.exec(fragment)?.[1] ?? null
