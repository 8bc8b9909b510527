import { z } from 'zod'
import { aborted, id, instant, invalidArgument, notFound, operation } from './kit.ts'
import {
  video_seconds_max,
  viewing_ranges_max,
  viewing_speed_max,
  viewing_speed_min,
  viewing_transcript_ms_max,
  viewings_max,
} from './limits.ts'
import { VideoUrls } from './videos.ts'
import { viewingStates } from './viewing-state.ts'

/** How patients watch the videos of a consent, as far as their screens can tell and our clock allows. */

/** On what it was watched, as its screen and pointer show. */
export const deviceKinds = ['phone', 'tablet', 'computer'] as const
/** Why somebody reads a transcript in the place of a video. */
const transcriptReasons = ['deaf', 'blind', 'no-data', 'other'] as const
export type TranscriptReason = (typeof transcriptReasons)[number]

const videoMs = z
  .int()
  .min(0)
  .max(video_seconds_max * 1000)
const PlayedRange = z.object({ fromMs: videoMs, toMs: videoMs })

/** A video of a consent as far as its patient has come with it. */
export const PatientViewing = z.object({
  videoId: id,
  /** The part of the text that it stands in, from 1. */
  part: z.int(),
  isRequired: z.boolean(),
  standing: z.enum(viewingStates),
  /** Each moment once, in order. */
  ranges: z.array(PlayedRange),
  /** Where they stopped; nought where it was watched to its end. */
  resumeMs: z.int(),
})
export type PatientViewing = z.infer<typeof PatientViewing>

/** How a video was watched, as the record keeps it. */
export const Viewing = z.object({
  videoId: id,
  part: z.int(),
  partTitle: z.string(),
  isRequired: z.boolean(),
  standing: z.enum(viewingStates),
  /** Null where nobody knows how long it is. */
  lengthSeconds: z.number().nullable(),
  /** Each moment once. */
  seenSeconds: z.number(),
  /** With what was played again. */
  playedSeconds: z.number(),
  ranges: z.array(PlayedRange),
  /** Times at which it was begun or gone on with. */
  showings: z.array(z.object({ at: instant, device: z.enum(deviceKinds) })),
  /** Other than the usual speed, each once. */
  speeds: z.array(z.number()),
  withCaptions: z.boolean(),
  /** For how long the transcript stood on the screen. */
  transcriptSeconds: z.number(),
  /** Since when it counts as watched; null where it does not. */
  watchedAt: instant.nullable(),
  /** Why it was read instead, and whether there was a transcript to read; null where it was not. */
  readInstead: z
    .object({ reason: z.enum(transcriptReasons), at: instant, hadTranscript: z.boolean() })
    .nullable(),
})
export type Viewing = z.infer<typeof Viewing>

const consentId = z.object({ consentId: id })
const oneVideo = consentId.extend({ videoId: id })
const missingConsent = notFound('Consent')
const patientVideoRoute = {
  'not-found': missingConsent,
  'video-not-found': invalidArgument('This form has no such video.'),
  'wrong-state': aborted('This form is no longer open, so viewing is no longer recorded.'),
} as const
const base = '/api/patient/consents/{consentId}/videos/{videoId}' as const
const playbackId = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312'
const example = { consentId: ':watchedId', videoId: ':consentVideoId' }

export const viewings = {
  list: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/viewings',
    summary: 'The videos of a consent, and how much of each was watched',
    access: 'patient',
    statementsMax: 2,
    readsOnce: true,
    audit: null,
    input: consentId,
    output: z.array(PatientViewing),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  start: operation({
    method: 'POST',
    path: `${base}/showings`,
    summary:
      'Begin to watch a video: the addresses that open its files, and where to go on. From now on our clock counts what can have been watched',
    access: 'patient',
    audit: { done: 'viewing.started' },
    input: oneVideo.extend({
      /** One player on one page, named by the page; sent again it is the same. */
      showing: id,
      device: z.enum(deviceKinds),
    }),
    output: z.object({
      viewing: PatientViewing,
      /** Null where the video cannot be played yet, or was lost: its transcript can be read. */
      file: z.string().nullable(),
      captions: z.string().nullable(),
      poster: z.string().nullable(),
    }),
    refusals: {
      ...patientVideoRoute,
      'too-many': aborted('This video has been started too many times. Read its transcript instead.'),
    },
    example: { ...example, showing: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c313', device: 'phone' },
  }),
  report: operation({
    method: 'POST',
    path: `${base}/reports`,
    summary: 'What was played since the last report; kept once however often sent, and only what can be true',
    access: 'patient',
    audit: { done: 'viewing.reported', refused: 'viewing.refused' },
    input: oneVideo.extend({
      showing: id,
      /** Of the report in its showing: it makes it one that comes once. */
      number: z.int().min(1).max(viewings_max),
      /** In the order in which they were played. */
      ranges: z.array(PlayedRange).max(viewing_ranges_max),
      /** At which all of it was played. */
      speed: z.number().min(viewing_speed_min).max(viewing_speed_max),
      withCaptions: z.boolean(),
      /** For how long the transcript stood on the screen beside it. */
      transcriptMs: z.int().min(0).max(viewing_transcript_ms_max),
    }),
    output: PatientViewing,
    refusals: {
      ...patientVideoRoute,
      'not-started': aborted('This video was not started on this page. Start it again.'),
      'range-wrong': invalidArgument('What was played begins before it ends.'),
      'past-the-end': invalidArgument('Nobody can watch further than a video goes.'),
      'skipped-ahead': invalidArgument('Fast-forwarding is disabled. Please watch the video in order.'),
      'speed-too-high': invalidArgument('A required video cannot be played faster than normal speed.'),
      'too-fast': invalidArgument(
        'No more of a video can be watched than time has passed since it was begun.',
      ),
      'too-many': aborted('The limit of viewing records for this form has been reached.'),
    },
    example: {
      ...example,
      ...{ showing: playbackId, number: 1, ranges: [] },
      ...{ speed: 1, withCaptions: false, transcriptMs: 0 },
    },
  }),
  readInstead: operation({
    method: 'POST',
    path: `${base}/readings-instead`,
    summary: 'Say that the transcript was read in the place of the video, and why; kept once for a video',
    access: 'patient',
    audit: { done: 'viewing.read_instead' },
    input: oneVideo.extend({ reason: z.enum(transcriptReasons) }),
    output: PatientViewing,
    refusals: patientVideoRoute,
    example: { ...example, reason: 'deaf' },
  }),
  addresses: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/videos/{videoId}/addresses',
    summary: 'Addresses that open a video as it was frozen with a consent, also one that left the library',
    access: 'clinic',
    audit: null,
    input: oneVideo,
    /** `file` is null where it cannot be played. */
    output: VideoUrls.pick({ file: true, captions: true, poster: true }),
    refusals: { 'not-found': missingConsent, 'video-not-found': notFound('Video') },
    example,
  }),
  ofConsent: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/viewings',
    summary: 'How the patient watched the videos of a consent: seconds, ranges, speeds, device, transcript',
    access: 'clinic',
    audit: null,
    input: consentId,
    output: z.array(Viewing),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
}
