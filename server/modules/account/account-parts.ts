import type { Files } from '../../platform/files/files.ts'
import type { IdentityParts } from '../identity/index.ts'

/** What the handlers of one's own account work with. */
export type AccountParts = IdentityParts & { files: Files }
