import { z } from 'zod'
import { aborted, fileRoute, id, instant, isoDate, notFound, operation } from './kit.ts'
import { compliancePeriodInput, wrongPeriod } from './compliance.ts'
import { inspection_pack_days, record_release_minutes } from './limits.ts'

/** A ZIP that is made behind the scenes, can be fetched for some days, and then is gone. */
const InspectionPack = z.object({
  id,
  from: isoDate,
  to: isoDate,
  status: z.enum(['preparing', 'ready', 'failed', 'expired']),
  /** From 0 to 100. */
  progress: z.int(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  failure: z.string().nullable(),
  madeBy: z.string(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type InspectionPack = z.infer<typeof InspectionPack>

const needs = 'accessSettings'
const path = '/api/clinic/inspection-packs'

/** Everything for an inspection as one file: the sealed report, and the evidence of the sampled consents. */
export const inspectionPacks = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Inspection packs, the newest first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(InspectionPack),
    example: {},
  }),
  make: operation({
    method: 'POST',
    path,
    summary: `Make an inspection pack for a period; it can be fetched for ${inspection_pack_days} days`,
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'inspection_pack.asked' },
    idempotent: true,
    input: z.object(compliancePeriodInput),
    output: InspectionPack,
    refusals: {
      ...wrongPeriod,
      'already-preparing': aborted('A pack is already being prepared.'),
    },
    example: {},
  }),
  release: operation({
    method: 'POST',
    path: `${path}/{packId}/release`,
    summary: `Fetch an inspection pack within ${record_release_minutes} minutes, having proved who you are`,
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'inspection_pack.released' },
    input: z.object({ packId: id }),
    output: z.object({ url: z.string() }),
    refusals: {
      'not-found': notFound('Pack'),
      'not-ready': aborted('This file is not ready yet or has expired. Create a new one.'),
    },
    example: { packId: ':inspectionPackId' },
  }),
}

export const inspectionPackFiles = {
  download: fileRoute({
    path: '/api/clinic/inspection-packs/:packId/file',
    summary: 'An inspection pack that was released to the caller',
    access: 'clinic',
    needs,
    audit: { done: 'inspection_pack.downloaded' },
    params: z.object({ packId: id }),
    refusals: {
      'not-found': notFound('Pack'),
      'not-released': aborted('Confirm it’s you first: select this file again.'),
    },
    example: { packId: ':inspectionPackId' },
  }),
}
