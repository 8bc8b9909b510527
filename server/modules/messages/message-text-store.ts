import { and, eq } from 'drizzle-orm'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { messageTexts } from './message-schema.ts'
import type { TextName, WrittenText } from './message-text-rules.ts'

export type OwnText = typeof messageTexts.$inferSelect

const textByName = (scope: StaffScope, { kind, channel, language }: TextName) =>
  and(
    eq(messageTexts.clinicId, scope.clinicId),
    eq(messageTexts.kind, kind),
    eq(messageTexts.channel, channel),
    eq(messageTexts.language, language),
  )

/** A text as the practice wrote it; undefined where it uses the one shipped. */
export async function findOwnText(scope: StaffScope, name: TextName): Promise<OwnText | undefined> {
  const [found] = await scope.tx.select().from(messageTexts).where(textByName(scope, name))
  return found
}

/** All texts that the practice wrote itself. */
export const listOwnTexts = (scope: ClinicScope): Promise<OwnText[]> =>
  scope.tx.select().from(messageTexts).where(eq(messageTexts.clinicId, scope.clinicId))

/** Keeps a text in the practice's words. */
export async function saveOwnText(scope: ClinicScope, name: TextName, written: WrittenText): Promise<void> {
  const said = { ...written, byName: scope.actor.name, at: scope.now }
  const { clinicId, kind, channel, language } = messageTexts
  await scope.tx
    .insert(messageTexts)
    .values({ ...name, ...said, clinicId: scope.clinicId })
    .onConflictDoUpdate({ target: [clinicId, kind, channel, language], set: said })
}

/** Forgets a text of the practice's own; answers whether there was one. */
export async function deleteOwnText(scope: ClinicScope, name: TextName): Promise<boolean> {
  const removed = await scope.tx
    .delete(messageTexts)
    .where(textByName(scope, name))
    .returning({ id: messageTexts.id })
  return removed.length > 0
}
