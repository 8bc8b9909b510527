import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** What is known of a video by looking into it. */
export type VideoInfo = {
  width: number
  height: number
  seconds: number
  videoCodec: string
  audioCodec: string
}

export type ConvertedVideo = {
  video: { file: string; bytes: number } | null
  poster: string
  thumbnail: string
}

/** Makes videos playable, in a folder of its own that ends with the work. */
export type Converter = {
  /**
   * Looks into a file, makes an MP4 of at most 720 lines of it where `isNeeded` says so, and its first pictures.
   * @throws ConversionFailed where the file cannot be read, or takes too long, or becomes too large
   */
  convert<T>(
    source: { file: string; container: 'mp4' | 'webm' | 'avi' },
    isNeeded: (probed: VideoInfo) => boolean,
    use: (probed: VideoInfo, converted: ConvertedVideo) => Promise<T>,
  ): Promise<T>
}

/** What lies in the file, not in us: tried again it fails again. */
export class ConversionError extends Error {
  override name = 'ConversionError'
}

const probe_seconds_max = 20
const picture_seconds_max = 30
const convert_seconds_max = 20 * 60
const converted_bytes_max = 300 * 1024 * 1024
const output_chars_max = 64 * 1024
/** Below everything that somebody waits for. */
const priority = constants.priority.PRIORITY_LOW

/** Reads nothing but the file named: no other protocol, and no container that names other files. */
const demuxerOf = { mp4: 'mov', webm: 'matroska', avi: 'avi' } as const
const readFrom = ({ file, container }: { file: string; container: keyof typeof demuxerOf }) => [
  ...['-protocol_whitelist', 'file', '-f', demuxerOf[container], '-i', file],
]
const quietOptions = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']
const scaleFilter = (width: number, height: number) =>
  `scale=w='min(${width},iw)':h='min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`

type Program = { name: string; folder: string; seconds_max: number }

/** Runs a program without a shell and almost without an environment; answers what it wrote. */
function run({ name, folder, seconds_max }: Program, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { PATH = '' } = process.env
    const child = spawn(name, args, {
      cwd: folder,
      env: { PATH, TMPDIR: folder, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds_max * 1000,
      killSignal: 'SIGKILL',
    })
    if (child.pid !== undefined) setPriority(child.pid, priority)
    let [said, faults] = ['', '']
    child.stdout.on('data', (part) => (said += String(part).slice(0, output_chars_max - said.length)))
    child.stderr.on('data', (part) => (faults += String(part).slice(0, 2000 - faults.length)))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(said)
      else reject(new ConversionError(`${name} ended with ${code ?? signal}: ${faults.trim()}`))
    })
  })
}

type Stream = { codec_type?: string; codec_name?: string; width?: number; height?: number }

/** The facts of ffprobe's answer. */
function parseProbe(text: string): VideoInfo {
  const { streams = [], format = {} } = JSON.parse(text) as {
    streams?: Stream[]
    format?: { duration?: string }
  }
  const picture = streams.find(({ codec_type: type }) => type === 'video')
  const seconds = Number(format.duration)
  if (!picture?.width || !picture.height || !Number.isFinite(seconds))
    throw new ConversionError('There is no video in the file')
  const sound = streams.find(({ codec_type: type }) => type === 'audio')
  const { width, height, codec_name: videoCodec = '' } = picture
  return { width, height, seconds, videoCodec, audioCodec: sound?.codec_name ?? '' }
}

/** The two programs by name, as they are found; null where there are none, or they do not start. */
export async function openConverter(
  names: { ffmpeg: string; ffprobe: string } | null,
): Promise<Converter | null> {
  if (!names) return null
  const isThere = async (name: string) => {
    try {
      await promisify(execFile)(name, ['-version'], { timeout: probe_seconds_max * 1000 })
      return true
    } catch {
      return false
    }
  }
  if (!(await isThere(names.ffmpeg)) || !(await isThere(names.ffprobe))) return null

  return {
    async convert(source, isNeeded, use) {
      const folder = await mkdtemp(path.join(tmpdir(), 'candour-video-'))
      const ffmpeg = (seconds_max: number, args: string[]) =>
        run({ name: names.ffmpeg, folder, seconds_max }, [...quietOptions, ...args])
      try {
        const shown = 'format=duration:stream=codec_type,codec_name,width,height'
        const asked = ['-v', 'error', ...readFrom(source), '-show_entries', shown, '-of', 'json']
        const answer = await run({ name: names.ffprobe, folder, seconds_max: probe_seconds_max }, asked)
        const probed = parseProbe(answer)
        const file = path.join(folder, 'converted.mp4')
        const video = isNeeded(probed) ? await makePlayable(ffmpeg, source, file) : null
        const shownFrom = video ? { file, container: 'mp4' as const } : source
        const [poster, thumbnail] = [path.join(folder, 'poster.jpg'), path.join(folder, 'thumbnail.jpg')]
        const at = String(probed.seconds > 2.5 ? 2 : 0)
        for (const [picture, size] of [
          [poster, scaleFilter(1280, 720)],
          [thumbnail, scaleFilter(320, 180)],
        ] as const)
          await ffmpeg(picture_seconds_max, [
            ...['-ss', at, ...readFrom(shownFrom), '-frames:v', '1', '-vf', size, '-q:v', '5', picture],
          ])
        return await use(probed, { video, poster, thumbnail })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

type Run = (seconds_max: number, args: string[]) => Promise<string>

async function makePlayable(
  ffmpeg: Run,
  source: Parameters<typeof readFrom>[0],
  file: string,
): Promise<{ file: string; bytes: number }> {
  const picture = [
    '-vf',
    `${scaleFilter(1280, 720)},format=yuv420p`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
  ]
  const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  const form = ['-movflags', '+faststart', '-map_metadata', '-1', '-threads', '1']
  const streams = ['-map', '0:v:0', '-map', '0:a:0?']
  const limits = ['-fs', String(converted_bytes_max)]
  await ffmpeg(convert_seconds_max, [
    ...readFrom(source),
    ...streams,
    ...picture,
    ...sound,
    ...form,
    ...limits,
    file,
  ])
  const { size: bytes } = await stat(file)
  // ffmpeg stops quietly at its limit: what it made then is not the whole video.
  if (bytes === 0 || bytes >= converted_bytes_max * 0.99)
    throw new ConversionError('The converted video is too large')
  return { file, bytes }
}
