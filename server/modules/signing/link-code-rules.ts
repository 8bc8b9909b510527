import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { link_code_attempts_max, link_code_length, link_code_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'

/** Six digits, each as likely as any other. */
export const generateCode = (): string =>
  String(randomInt(10 ** link_code_length)).padStart(link_code_length, '0')

/** A code as it is kept: keyed, because a million plain hashes are tried in a second, and of one link alone. */
export const hashLinkCode = (key: Uint8Array, linkId: string, code: string): string =>
  createHmac('sha256', key).update(`${linkId} ${code}`).digest('hex')

/** Until when a code sent now works. */
export const codeExpiry = (now: Date): Date => new Date(now.getTime() + link_code_minutes * minute_ms)

export type CodeState = {
  codeHash: string | null
  failedAttempts: number
  expiresAt: Date
  usedAt: Date | null
}

/** Whether a code may still be tried: it is not used, not too old, and was not missed too often. */
export const isCodeUsable = ({ failedAttempts, expiresAt, usedAt }: CodeState, now: Date): boolean =>
  usedAt === null && expiresAt > now && failedAttempts < link_code_attempts_max

/** Compared in a time that tells nothing. */
export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The end of a number, by which its owner knows it and nobody else learns it. */
export const maskPhoneNumber = (number: string): string => `…${number.slice(-3)}`

/** An address by which its owner knows it: the first letter, and where it is. */
export const maskEmailAddress = (address: string): string => address.replace(/^(.)[^@]*@/u, '$1…@')
