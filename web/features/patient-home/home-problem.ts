import type { Words } from '../../../build/content/types.d.ts'
import { RequestFailedError } from '../signing/index.ts'

/** What to say when a call had no answer that counts. */
export const connectionLostText = (error: unknown, { trouble }: Pick<Words, 'trouble'>): string =>
  error instanceof RequestFailedError && error.code === 'resource-exhausted'
    ? trouble.tooMany
    : trouble.offline
