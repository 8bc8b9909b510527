import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { setupTokens } from './identity-schema.ts'

const token_bytes = 24
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

export type SetupTokens = ReturnType<typeof createSetupTokenStore>

/** The one-time token of the set-up pages: made at a start that finds none, used up by what it does. */
export function createSetupTokenStore(db: Auth['db']) {
  return {
    /** A new token, told once; null when there is one already, which was told at an earlier start. */
    async make(now: Date): Promise<string | null> {
      if ((await db.select().from(setupTokens).limit(1)).length > 0) return null
      const token = randomBytes(token_bytes).toString('base64url')
      await db.insert(setupTokens).values({ tokenHash: hashOf(token), createdAt: now })
      return token
    },
    /** The hash of a token that is good; null for any other. */
    async find(token: string): Promise<string | null> {
      const [kept] = await db
        .select()
        .from(setupTokens)
        .where(eq(setupTokens.tokenHash, hashOf(token)))
      return kept?.tokenHash ?? null
    },
    /** Uses a token up; of several that do it at the same moment, one alone is told that it was good. */
    async spend(tokenHash: string): Promise<boolean> {
      const spent = await db.delete(setupTokens).where(eq(setupTokens.tokenHash, tokenHash)).returning()
      return spent.length > 0
    },
  }
}
