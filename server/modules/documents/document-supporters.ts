import type { SupporterRecord } from '../supporters/index.ts'
import type { MomentFormat } from '../../platform/moment-format.ts'

/** Somebody whom the patient let read along before the signature, as the patient wrote them, and what came of it. */
export type DocumentSupporter = {
  name: string
  relation: string
  invitedAt: Date
  openedAt: readonly Date[]
  removedAt: Date | null
}

/** Whom the patient had let in by that moment. */
export const supportersBefore = (
  moment: Date,
  supporters: readonly SupporterRecord[],
): readonly DocumentSupporter[] =>
  supporters
    .filter(({ createdAt }) => createdAt <= moment)
    .map(({ name, relation, createdAt: invitedAt, openings, revokedAt, lockedAt }) => {
      const ended = [revokedAt, lockedAt].filter((at) => at !== null && at <= moment)
      return {
        ...{ name, relation, invitedAt },
        openedAt: openings.map(({ at }) => at).filter((at) => at <= moment),
        removedAt: ended[0] ?? null,
      }
    })

/** The same as the record prints it. */
export const describeSupporters = (supporters: readonly DocumentSupporter[], minute: MomentFormat) =>
  supporters.map(({ name, relation, invitedAt, openedAt, removedAt }) => ({
    who: `${name} (${relation})`,
    what: [
      `Invited on ${minute.format(invitedAt)}`,
      openedAt.length === 0
        ? 'not opened'
        : `opened on ${openedAt.map((at) => minute.format(at)).join(' and ')}`,
      ...(removedAt ? [`access ended on ${minute.format(removedAt)}`] : []),
    ].join('; '),
  }))
