import type { Words } from '../../../build/content/types.d.ts'
import { CallLost } from '../signing/index.ts'

/** What to say when a call had no answer that counts. */
export const lostText = (error: unknown, { trouble }: Pick<Words, 'trouble'>): string =>
  error instanceof CallLost && error.code === 'resource-exhausted' ? trouble.tooMany : trouble.offline
