import { createHmac, timingSafeEqual } from 'node:crypto'
import { video_address_minutes } from '../../../contract/limits.ts'
import type { VideoFileKind } from '../../../contract/videos.ts'
import { minute_ms } from '../../platform/clock.ts'

/**
 * For whom an address is made out, so that it can be looked at again whether they may still (rulings 11): staff of a
 * clinic, a super administrator, or who holds a patient's link.
 */
export type VideoGrant =
  { for: 'staff'; clinicId: string } | { for: 'admin' } | { for: 'link'; clinicId: string; linkId: string }

/** Addresses made within this time are the same, so that browsers find what they have kept. */
const address_step_ms = 15 * minute_ms

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const grantPattern = new RegExp(`^(?:(admin)|staff\\.(${uuid})|link\\.(${uuid})\\.(${uuid}))$`)

function grantText(grant: VideoGrant): string {
  if (grant.for === 'admin') return 'admin'
  return grant.for === 'staff' ? `staff.${grant.clinicId}` : `link.${grant.clinicId}.${grant.linkId}`
}

/** A grant as an address names it; null for what none of ours says. */
export function readGrant(text: string): VideoGrant | null {
  const [, admin, staffOf, linkOf, linkId] = grantPattern.exec(text) ?? []
  if (admin) return { for: 'admin' }
  if (staffOf) return { for: 'staff', clinicId: staffOf }
  return linkOf && linkId ? { for: 'link', clinicId: linkOf, linkId } : null
}

type SignedFields = { videoId: string; kind: string; grant: string; expires: number }

const signAddress = (key: Uint8Array, { videoId, kind, grant, expires }: SignedFields): string =>
  createHmac('sha256', key).update([videoId, kind, grant, expires].join('\n')).digest('base64url')

/** The address of a video that never changes, and opens nothing. */
export const videoPath = (videoId: string, kind: VideoFileKind): string => `/api/videos/${videoId}/${kind}`

/** When an address expires that is made now. Captions change, so theirs are new each time. */
export function addressExpiry(kind: VideoFileKind, now: Date): Date {
  const end = now.getTime() + video_address_minutes * minute_ms
  return new Date(kind === 'captions' ? end : Math.ceil(end / address_step_ms) * address_step_ms)
}

/** An address that opens a file of a video for whom it is made out, until it expires. */
export function signVideoAddress(
  key: Uint8Array,
  { videoId, kind, grant, now }: { videoId: string; kind: VideoFileKind; grant: VideoGrant; now: Date },
): string {
  const expires = Math.floor(addressExpiry(kind, now).getTime() / 1000)
  const signed = { videoId, kind, grant: grantText(grant), expires }
  const query = new URLSearchParams({
    grant: signed.grant,
    expires: String(expires),
    signature: signAddress(key, signed),
  })
  return `${videoPath(videoId, kind)}?${query.toString()}`
}

/** Whether an address is one of ours, unaltered. */
export function isValidSignature(
  key: Uint8Array,
  { signature, ...signed }: SignedFields & { signature: string },
): boolean {
  const [given, own] = [Buffer.from(signature), Buffer.from(signAddress(key, signed))]
  return given.length === own.length && timingSafeEqual(given, own)
}
