import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { setupTokens } from './identity-schema.ts'

const token_bytes = 24
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

export type SetupTokens = ReturnType<typeof openSetupTokens>

/** The one-time token of the set-up pages: made at a start that finds none, used up by what it does. */
export function openSetupTokens(db: Auth['db']) {
  return {
    /** A new token, told once; null when there is one already, which was told at an earlier start. */
    async make(now: Date): Promise<string | null> {
      if ((await db.select().from(setupTokens).limit(1)).length > 0) return null
      const token = randomBytes(token_bytes).toString('base64url')
      await db.insert(setupTokens).values({ tokenHash: hashOf(token), createdAt: now })
      return token
    },
    async isValid(token: string): Promise<boolean> {
      const kept = await db
        .select()
        .from(setupTokens)
        .where(eq(setupTokens.tokenHash, hashOf(token)))
      return kept.length > 0
    },
    /** Uses every token up: what it was for is done. */
    async spend(): Promise<void> {
      await db.delete(setupTokens)
    },
  }
}
