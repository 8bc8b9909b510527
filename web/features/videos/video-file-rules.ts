import { heicInsteadOfVideoMessage, isDeclaredHeic } from '../../../contract/file-problems.ts'
import { video_bytes_max, video_name_length_max } from '../../../contract/limits.ts'

/** What browsers call the formats that are taken, and how their files end. */
const formats = [
  { name: 'MP4', types: ['video/mp4'], endings: ['mp4', 'm4v'] },
  { name: 'WebM', types: ['video/webm'], endings: ['webm'] },
  { name: 'MOV', types: ['video/quicktime'], endings: ['mov', 'qt'] },
  { name: 'AVI', types: ['video/x-msvideo', 'video/avi', 'video/msvideo'], endings: ['avi'] },
] as const

type VideoFormat = (typeof formats)[number]

/** What a file field offers to choose. */
export const acceptedFiles = formats
  .flatMap(({ types, endings }) => [...types, ...endings.map((ending) => `.${ending}`)])
  .join(',')

type NamedFile = Pick<File, 'name' | 'type' | 'size'>

/** By its type; some systems name none for files whose program is not installed, and there the ending counts. */
const formatOf = ({ name, type }: Pick<File, 'name' | 'type'>): VideoFormat | undefined => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return formats.find(({ types, endings }) =>
    type ? types.some((one) => one === type) : endings.some((one) => one === ending),
  )
}

/** The first thing that keeps a file from being sent, in the specification's order and words. */
export function videoFileProblem(file: NamedFile): string | null {
  if (isDeclaredHeic(file)) return heicInsteadOfVideoMessage
  if (!formatOf(file)) return 'Unsupported video format. Please use MP4, WebM, MOV, or AVI.'
  if (file.size > video_bytes_max) return 'Video file size must be less than 100 MB.'
  if (file.name.length > video_name_length_max) return 'Video file name must be less than 100 characters.'
  return null
}

export const noFileProblem = 'Please select a video file first'

/** The type that is told to the server, also where the system named none. */
export const videoTypeOf = (file: Pick<File, 'name' | 'type'>): string =>
  file.type || (formatOf(file)?.types[0] ?? '')

/** The name of a format for people: 'MP4' of 'video/mp4'. */
export const formatName = (type: string): string =>
  formats.find(({ types }) => types.some((one) => one === type))?.name ?? type

/** What a name becomes where it is stored; the server puts the time of the upload before it. */
export const safeVideoName = (name: string): string => name.replaceAll(/[^A-Za-z0-9.-]/g, '_')

/** Minutes and seconds: '1:05'. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size for people. As the specification counts, 1 MB is 1024 times 1024 bytes. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const digits = power === 0 ? 0 : 1
  return `${(bytes / 1024 ** power).toLocaleString('en-GB', { maximumFractionDigits: digits })} ${units[power]}`
}

/** How much was saved, as a whole part of a hundred. */
export const savedPercent = (before: number, after: number): number =>
  before > 0 ? Math.max(0, Math.round((1 - after / before) * 100)) : 0
