import { paper_code_length } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { ChainEvent } from '../consents/index.ts'

/** What every page of a printed consent bears: the beginning of the hash of its text, in two groups. */
export function documentCode(contentHash: string): string {
  const code = contentHash.slice(0, paper_code_length)
  return `${code.slice(0, paper_code_length / 2)} ${code.slice(paper_code_length / 2)}`.toUpperCase()
}

/** Letters that the code has none of, and the digits that they are taken for. */
const confusableCharacters: Record<string, string> = { o: '0', i: '1', l: '1' }

const normalizeCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[\s.-]/g, '')
    .replaceAll(/[oil]/g, (letter) => confusableCharacters[letter]!)

/** Whether somebody read this text's code from a paper, however they typed it. */
export const isDocumentCodeOf = (typed: string, contentHash: string): boolean =>
  normalizeCode(typed) === normalizeCode(documentCode(contentHash))

/** When the text was fixed, before which nobody can have had it: at sending, or when it was agreed to by word of mouth. */
export const textFrozenAt = (events: readonly Pick<ChainEvent, 'event' | 'at'>[]): Date | undefined =>
  events.find(({ event }) => event === 'consent.sent' || event === 'consent.verbal')?.at

/** Why a moment told of a paper cannot be; a minute is as exact as people write it. */
export function paperTimeError(
  told: Date,
  { fixed, now }: { fixed: Date; now: Date },
): 'in-future' | 'before-sent' | null {
  if (told > now) return 'in-future'
  return told < new Date(Math.floor(fixed.getTime() / minute_ms) * minute_ms) ? 'before-sent' : null
}

/** The fingerprint of a scan: of the fingerprints of its files, in order. */
export const scanHash = (files: readonly { sha256: string }[]): string =>
  sha256(toCanonicalText(files.map((file) => file.sha256)))

/** The treatments that were said no to, by their places. */
export const declinedPositions = (choices: readonly boolean[]): number[] =>
  choices.flatMap((yes, place) => (yes ? [] : [place]))
