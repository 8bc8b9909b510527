import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation } from './kit.ts'
import { reading_interval_ms_max, reading_intervals_max, readings_max } from './limits.ts'

/** One stay with a part of the text: how long it stood on the screen, and for how much of that it was read out. */
export const ReadingSpell = z
  .object({
    /** Of the frozen text, from 1. */
    part: z.int().min(1),
    ms: z.int().min(0).max(reading_interval_ms_max),
    listenedMs: z.int().min(0).max(reading_interval_ms_max),
  })
  .refine(({ ms, listenedMs }) => listenedMs <= ms, 'A part is not listened to for longer than it is shown')
export type ReadingSpell = z.infer<typeof ReadingSpell>

/**
 * How a text was read, as the patient's screen told it: a part counts while it stood on a visible screen and somebody
 * touched, scrolled or listened now and then. Nobody can tell from outside whether they understood it.
 */
export const Reading = z.object({
  /** Every part of the text, also those that were not opened. */
  parts: z.array(
    z.object({ title: z.string(), seconds: z.int(), listenedSeconds: z.int(), isOpened: z.boolean() }),
  ),
  opened: z.int(),
  seconds: z.int(),
  /** The parts from 1 as they came on the screen, visit by visit; one that stayed stands once. */
  visits: z.array(z.object({ firstAt: instant, lastAt: instant, order: z.array(z.int()) })),
})
export type Reading = z.infer<typeof Reading>

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')

export const readings = {
  report: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/readings',
    summary:
      'Which parts stood on the screen since the last report, and for how long; kept once however often sent',
    access: 'patient',
    audit: { done: 'reading.reported', refused: 'reading.refused' },
    input: consentId.extend({
      /** One opening of the text in one tab; with the number it makes a report one that comes once. */
      visit: id,
      number: z.int().min(1).max(readings_max),
      spells: z.array(ReadingSpell).min(1).max(reading_intervals_max),
    }),
    output: z.object({ kept: z.literal(true) }),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': aborted('This form is no longer open, so reading is no longer recorded.'),
      'part-not-found': invalidArgument('The form has no such part.'),
      'too-long': invalidArgument(
        'No more time can be spent reading than has passed since the form was opened.',
      ),
      'too-many': aborted('The limit of reading records for this form has been reached.'),
    },
    example: {
      consentId: ':viewedId',
      visit: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311',
      number: 1,
      spells: [{ part: 1, ms: 0, listenedMs: 0 }],
    },
  }),
  ofConsent: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/reading',
    summary: 'How the patient read a consent on the screen: which parts, in which order, for how long',
    access: 'clinic',
    audit: null,
    input: consentId,
    output: Reading.nullable(),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
}
