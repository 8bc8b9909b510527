import type { Files } from '../../platform/files/files.ts'
import type { DraftKeys } from '../../platform/keys/draft-keys.ts'
import type { IdentityDeps } from '../identity/index.ts'

/** What the handlers of one's own account work with. */
export type AccountDeps = IdentityDeps & { files: Files; draftKeys: DraftKeys }

/** The answer of what is done without anything to tell. */
export const doneResponse = { done: true } as const
