import { minute_ms } from '../../platform/clock.ts'
import { attestation_minutes } from '../../../contract/limits.ts'
import { signToken, verifySignedToken } from './session-cookie.ts'

/** A second person who proved on somebody's browser that they attest one record with them. */
export type ColleagueAttestation = {
  clinicId: string
  /** Who attests. */
  staffId: string
  by: 'pin' | 'password'
  /** On whose browser. */
  requestedBy: string
  /** The idempotency key of the one request that it is for: a key has one body, and is answered once. */
  requestKey: string
}

export type ColleagueAttestations = {
  issue(attestation: ColleagueAttestation, now: Date): string
  /** What was attested; null where the token is none of ours or its minutes have passed. */
  read(token: string, now: Date): ColleagueAttestation | null
}

/** Tokens that carry an attestation from the proof to the record. Nothing is stored: each is signed, and good for minutes. */
export function createColleagueAttestations(secret: string): ColleagueAttestations {
  return {
    issue(attestation, now) {
      const until = now.getTime() + attestation_minutes * minute_ms
      return signToken(Buffer.from(JSON.stringify({ ...attestation, until })).toString('base64url'), secret)
    },
    read(token, now) {
      const signed = verifySignedToken(token, secret)
      if (!signed) return null
      const { until, ...attestation } = JSON.parse(
        Buffer.from(signed, 'base64url').toString(),
      ) as ColleagueAttestation & { until: number }
      return until > now.getTime() ? attestation : null
    },
  }
}
