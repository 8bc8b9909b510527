import { createHash, randomBytes } from 'node:crypto'

const token_bytes = 32

/** A new secret for a link or a cookie: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(token_bytes).toString('base64url')

/** What is kept of a token. Tokens are random and long, so a plain hash cannot be turned back. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
