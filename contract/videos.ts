import { z } from 'zod'
import { permissionsAccepted, type RequiredPermissions } from './access.ts'
import { fileField } from './encoded-files.ts'
import { heicInsteadOfVideoMessage } from './file-problems.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalText,
  searchText,
  visibleTextField,
  uploadRoute,
} from './kit.ts'
import {
  captions_length_max,
  section_length_max,
  storage_page_max,
  storage_page_usual,
  thumbnail_length_max,
  video_bytes_max,
  video_seconds_max,
  video_side_max,
} from './limits.ts'
import { templateNeeds } from './treatments.ts'

/** Videos that a practice or the platform holds, to be shown beside a section of a template. */

const videoFormats = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'] as const
/** `waiting`: kept, and not playable yet, as an AVI before it was made into another format. */
const videoStates = ['playable', 'waiting', 'failed'] as const

/** A video as specification section 3 names its fields ('Video asset'). */
export const VideoAsset = z.object({
  id,
  /** The address of what is played, the same for ever. It opens nothing by itself: see `addresses`. */
  url: z.string(),
  /** The same of the file as it was uploaded. */
  originalUrl: z.string(),
  /** Under which name it is stored: `videos/{time}_{safe name}`. */
  publicId: z.string(),
  /** Of the file as it was uploaded, judged by its content. */
  format: z.enum(videoFormats),
  resourceType: z.literal('video'),
  bytes: z.int(),
  /** Null while nobody has read them: the browser that uploaded it, or the server where it has ffmpeg. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** A JPEG as a data address, or empty. */
  thumbnail: z.string(),
  /** As its file was called. */
  name: z.string(),
  uploadedAt: instant,
  /** Dollars: a month of keeping it and one showing, at the rates of section 9. */
  estimatedCost: z.number(),
  state: z.enum(videoStates),
  /** Why it is not playable, in words for staff; empty where it is. */
  stateReason: z.string(),
  hasCaptions: z.boolean(),
  hasPoster: z.boolean(),
  transcript: z.string(),
  /** SHA-256 of the file as it was uploaded. */
  sha256: z.string(),
  /** Whether whoever asks may change and remove it: a practice reads the platform's. */
  isOwn: z.boolean(),
})
export type VideoAsset = z.infer<typeof VideoAsset>

/** What the page that uploaded it has read of it, or what somebody says of it later. What is left out stays. */
const videoMetadataInput = {
  width: z.int().min(1).max(video_side_max).optional(),
  height: z.int().min(1).max(video_side_max).optional(),
  duration: z.number().min(0).max(video_seconds_max).optional(),
  thumbnail: fileField(
    'data-url',
    z
      .string()
      .max(thumbnail_length_max)
      .regex(/^$|^data:image\/jpeg;base64,[\d+/A-Za-z]+={0,2}$/, 'Give a JPEG picture as a data address'),
  ).optional(),
  transcript: optionalText(section_length_max).unwrap().optional(),
}

/** Addresses that open the files of a video for whoever asked, until they expire. Null where there is no such file. */
export const VideoUrls = z.object({
  file: z.string().nullable(),
  original: z.string(),
  captions: z.string().nullable(),
  poster: z.string().nullable(),
  expiresAt: instant,
})
export type VideoUrls = z.infer<typeof VideoUrls>

const oneVideo = z.object({ videoId: id })
const missing = { 'not-found': notFound('Video') }
/** The platform's videos are super administrators' to change, a practice's its own staff's. */
const notOwnerRefusal = {
  'not-own': aborted('This video is included with Candour. Upload your own instead.'),
}

/** Refusals before a byte is taken, in the specification's order and words (section 5). */
const fileRefusals = {
  'heic-photo': invalidArgument(heicInsteadOfVideoMessage),
  'format-unsupported': invalidArgument('Unsupported video format. Please use MP4, WebM, MOV, or AVI.'),
  'file-too-large': invalidArgument('Video file size must be less than 100 MB.'),
  'name-too-long': invalidArgument('Video file name must be less than 100 characters.'),
  'file-missing': invalidArgument('Please select a video file first'),
} as const
/** The plan's storage is used up (specification section 8, 'quota-exceeded'). */
const quotaRefusal = {
  'quota-exceeded': {
    code: 'quota-exceeded',
    message: 'Your plan’s video storage is full. Remove a video, or choose a larger plan.',
  },
} as const
const uploadRefusals = {
  ...fileRefusals,
  ...quotaRefusal,
  'uploads-too-many': {
    code: 'resource-exhausted',
    message: 'Too many unfinished uploads. Finish or cancel one first.',
  },
  'not-found': notFound('Upload'),
} as const

/** Whoever makes consents out chooses among the videos too, and changes none. */
const chooseVideoPermissions: RequiredPermissions = {
  anyOf: [...permissionsAccepted(templateNeeds), 'createConsents'],
}

type Side = 'clinic' | 'admin'
type SideNeeds<S extends Side> = S extends 'clinic' ? RequiredPermissions : never

/** The same for a clinic, about its own videos beside the platform's, and for super administrators, about the platform's. */
function operationsFor<S extends Side>(access: S, needs?: { change: SideNeeds<S>; choose: SideNeeds<S> }) {
  const base = `/api/${access}/videos` as const
  const one = `${base}/{videoId}` as const
  const ours = { access, ...(needs ? { needs: needs.change } : {}) }
  const toChoose = { access, ...(needs ? { needs: needs.choose } : {}) }
  const example = { videoId: ':videoId' }
  return {
    list: operation({
      ...toChoose,
      method: 'GET',
      path: base,
      summary: 'The library of videos by stored name, a page at a time',
      audit: null,
      input: z.object({
        /** Of the stored name, as `videos/`: only names that begin so. */
        prefix: searchText(200),
        pageToken: searchText(300),
        maxResults: z.coerce.number().int().min(1).max(storage_page_max).default(storage_page_usual),
      }),
      /** `nextPageToken` is null on the last page. */
      output: z.object({ items: z.array(VideoAsset), nextPageToken: z.string().nullable() }),
      refusals: {
        'page-unknown': invalidArgument('This page of the list does not exist. Go to the first page.'),
      },
      example: { maxResults: 20 },
    }),
    usage: operation({
      ...ours,
      method: 'GET',
      path: `${base}/usage`,
      summary: 'How many bytes of videos are kept, and how many the plan allows',
      audit: null,
      input: z.object({}),
      /** `allowed` is null where nothing limits it; `canTranscode`: this server has ffmpeg, so that AVI becomes playable. */
      output: z.object({ bytes: z.int(), allowed: z.int().nullable(), canTranscode: z.boolean() }),
      example: {},
    }),
    /** Before the list's `{videoId}`, whose ids are no word. */
    finish: operation({
      ...ours,
      method: 'POST',
      path: `/api/${access}/video-uploads/{uploadId}/video` as const,
      summary:
        'Take a finished upload into the library, with what the page has read of it; the same file is kept once. Asked again it answers the same video',
      audit: { done: 'video.added' },
      bodyBytesMax: 128 * 1024,
      input: z.object({ uploadId: id, ...videoMetadataInput }),
      output: VideoAsset,
      refusals: {
        'not-found': notFound('Upload'),
        'upload-unfinished': aborted('This upload is not finished yet. Resume it first.'),
        ...quotaRefusal,
      },
      example: { uploadId: ':finishedUploadId', width: 1280, height: 720, duration: 42.5 },
    }),
    details: operation({
      ...toChoose,
      method: 'GET',
      path: one,
      summary: 'One video',
      audit: null,
      input: oneVideo,
      output: VideoAsset,
      refusals: missing,
      example,
    }),
    addresses: operation({
      ...toChoose,
      method: 'GET',
      path: `${one}/addresses`,
      summary: 'Addresses that open a video’s files for whoever asks, until they expire',
      audit: null,
      input: oneVideo,
      output: VideoUrls,
      refusals: missing,
      example,
    }),
    describe: operation({
      ...ours,
      method: 'PUT',
      path: one,
      summary: 'Say how large and long a video is, its thumbnail and its transcript; what is left out stays',
      audit: { done: 'video.described' },
      bodyBytesMax: 128 * 1024,
      input: oneVideo.extend(videoMetadataInput),
      output: VideoAsset,
      refusals: { ...missing, ...notOwnerRefusal },
      example: { ...example, transcript: 'First we make the tooth numb.' },
    }),
    remove: operation({
      ...ours,
      method: 'DELETE',
      path: one,
      summary:
        'Take a video out of the library; its file is deleted once no template and no sent consent shows it',
      audit: { done: 'video.removed' },
      input: oneVideo,
      /** Null where nothing shows it and its file is deleted; else why the file is kept. */
      output: z.object({
        done: z.literal(true),
        keptFor: z.enum(['template', 'consent']).nullable(),
        keptReason: z.string(),
      }),
      refusals: { ...missing, ...notOwnerRefusal },
      example,
    }),
    captions: operation({
      ...ours,
      method: 'GET',
      path: `${one}/captions`,
      summary: 'The captions of a video as WebVTT; empty where it has none',
      audit: null,
      input: oneVideo,
      output: z.object({ text: z.string() }),
      refusals: missing,
      example,
    }),
    saveCaptions: operation({
      ...ours,
      method: 'PUT',
      path: `${one}/captions`,
      summary: 'Save the captions of a video as WebVTT; empty text takes them away',
      audit: { done: 'video.captions_saved' },
      bodyBytesMax: captions_length_max * 3,
      input: oneVideo.extend({ text: fileField('text', visibleTextField().max(captions_length_max)) }),
      output: VideoAsset,
      refusals: {
        ...missing,
        ...notOwnerRefusal,
        /** `line` is in the details too. */
        'captions-wrong': invalidArgument('The captions cannot be read. Line {line}: {fault}'),
      },
      example: { ...example, text: 'WEBVTT\n\n00:00.000 --> 00:04.000\nFirst we make the tooth numb.\n' },
    }),
  }
}

const storageSteps = ['write', 'read', 'list', 'delete'] as const

export const videos = operationsFor('clinic', { change: templateNeeds, choose: chooseVideoPermissions })
export const adminVideos = {
  ...operationsFor('admin'),
  testStorage: operation({
    method: 'POST',
    path: '/api/admin/video-storage/tests',
    summary: 'Write, read, list and delete a small object in the storage, and say how each step went',
    access: 'admin',
    audit: { done: 'storage.tested' },
    input: z.object({}),
    output: z.object({
      /** Where the files are: a folder of this server, or an object store. */
      store: z.enum(['disk', 'object store']),
      steps: z.array(
        z.object({
          step: z.enum(storageSteps),
          isDone: z.boolean(),
          ms: z.number(),
          /** One of the storage codes of section 8; null where the step was done. */
          code: z.string().nullable(),
          message: z.string(),
        }),
      ),
    }),
    example: {},
  }),
}

const videoFileKinds = ['file', 'original', 'captions', 'poster'] as const
export type VideoFileKind = (typeof videoFileKinds)[number]

/**
 * Files of a video. Nobody signs in here: the address itself is signed, names for whom it was made out, and expires;
 * whether that session or link is still open is looked at again (rulings 11). With Range, and cached as section 9 says.
 */
export const videoFiles = {
  file: fileRoute({
    path: '/api/videos/:videoId/:kind',
    summary: 'A video, its original, captions or poster, at an address that was signed; with ranges of bytes',
    access: 'anyone',
    audit: null,
    params: z.object({
      videoId: id,
      kind: z.enum(videoFileKinds),
      /** For whom the address was made out. */
      grant: z.string().max(200),
      /** Seconds since 1970. */
      expires: z.coerce.number().int().min(0),
      signature: z.string().max(64),
    }),
    refusals: {
      'not-found': notFound('Video'),
      'address-expired': {
        code: 'permission-denied',
        message: 'This address of the video has expired. Reload the page to see it.',
      },
    },
    example: { videoId: ':videoId', kind: 'file', grant: 'none', expires: 0, signature: 'none' },
  }),
}

const uploadOperations = <S extends Side>(access: S, needs?: SideNeeds<S>) =>
  uploadRoute({
    path: `/api/${access}/video-uploads` as const,
    summary:
      'Resumable uploads of videos (tus 1.0): POST begins one with Upload-Length and Upload-Metadata (filename, filetype), PATCH sends on, HEAD says how far it is, DELETE cancels',
    access,
    ...(needs ? { needs } : {}),
    audit: { done: 'video.upload_begun' },
    ...(access === 'clinic' ? { feature: 'own-videos' as const } : {}),
    bytesMax: video_bytes_max,
    refusals: uploadRefusals,
    example: { uploadId: ':uploadId' },
  })

/** tus endpoints. What was begun is found by the same practice after another sign-in. */
export const videoUploads = {
  forClinic: uploadOperations('clinic', templateNeeds),
  forAdmin: uploadOperations('admin'),
}
