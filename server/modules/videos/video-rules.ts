import { isDeclaredHeic, isHeic } from '../../../contract/file-problems.ts'
import {
  egress_dollars_per_gb,
  compressed_video_height_max,
  compressed_video_width_max,
  storage_dollars_per_gb,
  video_bytes_max,
  video_name_length_max,
} from '../../../contract/limits.ts'
import type { VideoAsset } from '../../../contract/videos.ts'

export type VideoFormat = VideoAsset['format']

/** What browsers call the four formats, beside their proper names. */
const formatNames = new Map<string, VideoFormat>([
  ['video/mp4', 'video/mp4'],
  ['video/webm', 'video/webm'],
  ['video/quicktime', 'video/quicktime'],
  ['video/x-msvideo', 'video/x-msvideo'],
  ['video/avi', 'video/x-msvideo'],
  ['video/msvideo', 'video/x-msvideo'],
])
const formatEndings = new Map<string, VideoFormat>([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
  ['avi', 'video/x-msvideo'],
])

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export type ClaimedFile = { bytes: number; fileName: string; fileType: string }

/** Why a file is refused by what is said of it, in the specification's order (section 5); null where it is taken. */
export function refusalOfFile({ bytes, fileName, fileType }: ClaimedFile) {
  if (fileName === '' || bytes === 0) return 'file-missing'
  if (isDeclaredHeic({ name: fileName, type: fileType })) return 'heic-photo'
  // Some systems tell browsers no type; then the ending speaks.
  const known =
    fileType === '' ? formatEndings.get(extensionOf(fileName)) : formatNames.get(fileType.toLowerCase())
  if (!known) return 'format-unsupported'
  if (bytes > video_bytes_max) return 'file-too-large'
  return fileName.length > video_name_length_max ? 'name-too-long' : null
}

const latin1Text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Kinds of MP4 that hold a video; pictures and sound use the same container under other names. */
const mp4Brands = /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|dash|M4V[ HP]?|MSNV|f4v |mmp4|3gp\w|3g2\w|XAVC)$/
/** Files of QuickTime from before it named its brand begin with one of these. */
const quickTimeAtoms = new Set(['moov', 'mdat', 'wide'])

function isoFormat(head: Buffer): VideoFormat | null {
  const atom = latin1Text(head, 4, 8)
  if (quickTimeAtoms.has(atom)) return 'video/quicktime'
  // A series of photos names brands of videos as well.
  if (atom !== 'ftyp' || isHeic(head)) return null
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [latin1Text(head, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1Text(head, at, at + 4))
  if (brands[0] === 'qt  ') return 'video/quicktime'
  return brands.some((brand) => mp4Brands.test(brand)) ? 'video/mp4' : null
}

/** What a file is by its first bytes, whatever it is called; null where it is none of the four formats. */
export function formatOf(head: Buffer): VideoFormat | null {
  if (head.length < 12) return null
  // EBML, whose header names the kind of document within its first bytes: 'webm', and not 'matroska'.
  if (head.readUInt32BE(0) === 0x1a45dfa3)
    return latin1Text(head, 0, head.length).includes('webm') ? 'video/webm' : null
  if (latin1Text(head, 0, 4) === 'RIFF') return latin1Text(head, 8, 12) === 'AVI ' ? 'video/x-msvideo' : null
  return isoFormat(head)
}

/** Every character but letters, digits, dot and hyphen becomes an underscore (specification section 5). */
export const safeName = (name: string): string => name.replaceAll(/[^\dA-Za-z.-]/g, '_')

/** Under which name a video is stored. A taken name gets the next time (rulings 48). */
export const storedName = (at: Date, name: string, later_ms = 0): string =>
  `videos/${at.getTime() + later_ms}_${safeName(name)}`

/** What is made of a stored video stands beside it. */
export const playableName = (publicId: string): string => `${publicId}.720p.mp4`
export const posterName = (publicId: string): string => `${publicId}.poster.jpg`

const gb = 1024 ** 3

/** Dollars: a month of keeping a file and one showing of it (specification section 9). */
export const estimatedCost = (bytes: number): number =>
  Number(((bytes / gb) * (storage_dollars_per_gb + egress_dollars_per_gb)).toFixed(6))

/** Formats that browsers do not play, or not all of them. */
const needsConversion = new Set<VideoFormat>(['video/x-msvideo'])

const noConverterMessage =
  'Not playable yet: AVI needs converting, and this server has no ffmpeg. Upload the video as MP4 or WebM.'
const convertingMessage = 'Not playable yet: it is being converted.'
export const conversionFailedMessage = 'The video could not be converted. Upload it as MP4 or WebM.'

/** How a new video begins: what browsers cannot play waits, with the reason. */
export function initialState(
  format: VideoFormat,
  canTranscode: boolean,
): Pick<VideoAsset, 'state' | 'stateReason'> {
  if (!needsConversion.has(format)) return { state: 'playable', stateReason: '' }
  return { state: 'waiting', stateReason: canTranscode ? convertingMessage : noConverterMessage }
}

/** How the format of a file is read. */
export const containerOf = (format: VideoFormat): 'mp4' | 'webm' | 'avi' =>
  format === 'video/x-msvideo' ? 'avi' : format === 'video/webm' ? 'webm' : 'mp4'

type Streams = { width: number; height: number; videoCodec: string; audioCodec: string }

const playableCodecs: Readonly<Record<string, { video: string[]; audio: string[] }>> = {
  'video/mp4': { video: ['h264', 'av1'], audio: ['', 'aac', 'mp3'] },
  'video/webm': { video: ['vp8', 'vp9', 'av1'], audio: ['', 'vorbis', 'opus'] },
}

/** Whether every browser plays it as it is, and it is no larger than it need be: then nothing is made of it. */
export function isPlayableAsIs(
  format: VideoFormat,
  { width, height, videoCodec, audioCodec }: Streams,
): boolean {
  const codecs = playableCodecs[format]
  if (!codecs?.video.includes(videoCodec) || !codecs.audio.includes(audioCodec)) return false
  return width <= compressed_video_width_max && height <= compressed_video_height_max
}

export type VideoMetadata = Partial<Record<'width' | 'height' | 'duration', number | undefined>> &
  Partial<Record<'thumbnail' | 'transcript', string | undefined>>
type DefinedMetadata = { [K in keyof VideoMetadata]?: NonNullable<VideoMetadata[K]> }

/** What was told of a video; what was left out stays as it is. */
export const definedMetadataOf = ({
  width,
  height,
  duration,
  thumbnail,
  transcript,
}: VideoMetadata): DefinedMetadata =>
  Object.fromEntries(
    Object.entries({ width, height, duration, thumbnail, transcript }).filter(
      ([, value]) => value !== undefined,
    ),
  )

/** Practices show the platform's videos in templates of their own, which the platform does not read: these are kept. */
export const isRetainedForPractices = (owner: string | null): boolean => owner === null
