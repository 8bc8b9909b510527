import { z } from 'zod'
import { featureNames } from './features.ts'
import { aborted, id, instant, notFound, operation, text } from './kit.ts'
import { operation_reason_length_max } from './limits.ts'

const Hold = z.object({
  feature: z.enum(featureNames),
  /** Null for every clinic. */
  clinicId: id.nullable(),
  clinicName: z.string().nullable(),
  reason: z.string(),
  since: instant,
  by: z.string(),
})
export type FeatureHold = z.infer<typeof Hold>

const change = z.object({
  feature: z.enum(featureNames),
  clinicId: id.nullable(),
  reason: text(operation_reason_length_max),
})
const example = {
  feature: 'language-model',
  clinicId: null,
  reason: 'The model is slow today.',
} as const

export const featureHolds = {
  list: operation({
    method: 'GET',
    path: '/api/admin/feature-holds',
    summary: 'Which features are switched off, for whom, why, since when and by whom',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.array(Hold),
    example: {},
  }),
  switchOff: operation({
    method: 'POST',
    path: '/api/admin/feature-holds',
    summary: 'Switch a feature off, for one clinic or for all',
    access: 'admin',
    stepUp: true,
    audit: { done: 'feature.switched_off', refused: 'feature.refused' },
    input: change,
    output: z.array(Hold),
    refusals: {
      'not-found': notFound('Practice'),
      'already-off': aborted('This is already switched off.'),
    },
    example,
  }),
  switchOn: operation({
    method: 'POST',
    path: '/api/admin/feature-holds/endings',
    summary: 'Switch a feature on again',
    access: 'admin',
    stepUp: true,
    audit: { done: 'feature.switched_on', refused: 'feature.refused' },
    input: change,
    output: z.array(Hold),
    refusals: { 'already-on': aborted('This is not switched off.') },
    example,
  }),
}
