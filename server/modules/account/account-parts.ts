import type { Files } from '../../platform/files/files.ts'
import type { IdentityParts } from '../identity/index.ts'

/** What the handlers of one's own account work with. */
export type AccountParts = IdentityParts & { files: Files }

/** The answer of what is done without anything to tell. */
export const done = { done: true } as const
