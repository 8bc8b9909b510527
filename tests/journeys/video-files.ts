import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** Real videos of moving bars, made here: the browser encodes the pictures, and a file of each format is put around them. */

type Look = {
  width?: number
  height?: number
  seconds?: number
  bitrate?: number
  /** With a track of sound in which nothing is heard. */
  hasSound?: boolean
  /** Bytes of nothing at its end, where a story needs a file that takes a while to send. */
  padding?: number
}
type Frame = { key: boolean; timestamp_us: number; data: string }
type Encoded = { frames: Frame[]; codec: string; description: string | null }

const frames_a_second = 10

/** Runs in the page, so it is written as text. */
const encoding = `async ({ codec, width, height, count, bitrate, step_us, hue }) => {
  const base64 = (bytes) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768))
    return btoa(text)
  }
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  const frames = []
  let description = null
  const encoder = new VideoEncoder({
    error: (problem) => { throw problem },
    output: (chunk, { decoderConfig } = {}) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      if (decoderConfig?.description) description = base64(new Uint8Array(decoderConfig.description))
      frames.push({ key: chunk.type === 'key', timestamp_us: chunk.timestamp, data: base64(bytes) })
    },
  })
  encoder.configure({ codec, width, height, bitrate, ...(codec.startsWith('avc') && { avc: { format: 'avc' } }) })
  for (let at = 0; at < count; at++) {
    pen.fillStyle = 'hsl(' + (hue + at * 12) + ' 60% 45%)'
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = 'white'
    pen.fillRect((at / count) * width, height / 3, width / 6, height / 3)
    const frame = new VideoFrame(canvas, { timestamp: at * step_us, duration: step_us })
    encoder.encode(frame, { keyFrame: at % 10 === 0 })
    frame.close()
  }
  await encoder.flush()
  return { frames, codec, description }
}`

const codecs = { avc: 'avc1.420028', vp8: 'vp8' } as const
const step_us = 1_000_000 / frames_a_second

/** No two videos are alike: a practice keeps the same file once. */
const newHue = () => randomInt(360_000) / 1000

async function encode(page: Page, codec: keyof typeof codecs, look: Look): Promise<Encoded> {
  const { width = 320, height = 180, seconds = 3, bitrate = 400_000 } = look
  const asked = {
    codec: codecs[codec],
    width,
    height,
    count: seconds * frames_a_second,
    bitrate,
    step_us,
    hue: newHue(),
  }
  return page.evaluate<Encoded>(`(${encoding})(${JSON.stringify(asked)})`)
}

const formats = {
  mp4: { codec: 'avc', type: 'video/mp4', made: () => new Mp4OutputFormat() },
  mov: { codec: 'avc', type: 'video/quicktime', made: () => new MovOutputFormat() },
  webm: { codec: 'vp8', type: 'video/webm', made: () => new WebMOutputFormat() },
} as const

/** One frame of silence of each codec, which every decoder knows, and how long it lasts. */
const silence = {
  aac: {
    frame: '00c800802380',
    seconds: 1024 / 44_100,
    config: {
      codec: 'mp4a.40.2',
      sampleRate: 44_100,
      numberOfChannels: 1,
      description: Buffer.from('1208', 'hex'),
    },
  },
  opus: {
    frame: 'f8fffe',
    seconds: 0.02,
    config: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 },
  },
} as const

async function addSilence(source: EncodedAudioPacketSource, codec: keyof typeof silence, seconds: number) {
  const { frame, seconds: step, config } = silence[codec]
  for (let at = 0; at * step < seconds; at++)
    await source.add(new EncodedPacket(Buffer.from(frame, 'hex'), 'key', at * step, step), {
      decoderConfig: config,
    })
}

/** The codec of the sound of a video; null where it has none. */
export async function soundOf(file: Buffer): Promise<string | null> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
  return (await input.getPrimaryAudioTrack())?.codec ?? null
}

/** A file as a file field takes it. */
export type VideoFile = { name: string; mimeType: string; buffer: Buffer }

/** A video of this format, playable as any other; the page must be one of ours, since encoding needs a secure place. */
export async function makeVideo(
  page: Page,
  format: keyof typeof formats,
  name: string,
  look: Look = {},
): Promise<VideoFile> {
  const { codec, type, made } = formats[format]
  const { width = 320, height = 180 } = look
  const { frames, codec: full, description } = await encode(page, codec, look)
  const target = new BufferTarget()
  const output = new Output({ format: made(), target })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { frameRate: frames_a_second })
  const soundCodec = format === 'webm' ? 'opus' : 'aac'
  const sound = look.hasSound ? new EncodedAudioPacketSource(soundCodec) : null
  if (sound) output.addAudioTrack(sound)
  await output.start()
  const heard = sound && addSilence(sound, soundCodec, look.seconds ?? 3).then(() => sound.close())
  const decoderConfig = {
    ...{ codec: full, codedWidth: width, codedHeight: height },
    ...(description !== null && { description: Buffer.from(description, 'base64') }),
  }
  for (const { key, timestamp_us, data } of frames)
    await source.add(
      new EncodedPacket(
        Buffer.from(data, 'base64'),
        key ? 'key' : 'delta',
        timestamp_us / 1_000_000,
        1 / frames_a_second,
      ),
      { decoderConfig },
    )
  source.close()
  await heard
  await output.finalize()
  const file = Buffer.from(target.buffer!)
  return { name: `${name}.${format}`, mimeType: type, buffer: withPadding(file, look.padding ?? 0) }
}

/** A box that players of MP4 and MOV pass over. */
function withPadding(file: Buffer, bytes: number): Buffer {
  if (bytes === 0) return file
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes + head.length, 0)
  head.write('free', 4, 'latin1')
  return Buffer.concat([file, head, randomBytes(bytes)])
}

const little = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const words = (...values: number[]) => Buffer.concat(values.map(little))

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from(name, 'latin1'),
    little(content.length),
    content,
    Buffer.alloc(content.length % 2),
  ])
}
const list = (name: string, ...parts: Buffer[]) => chunk('LIST', Buffer.from(name, 'latin1'), ...parts)

/** An AVI of a few JPEG pictures, which no browser plays. */
export async function makeAvi(page: Page, name: string): Promise<VideoFile> {
  const [width, height, count] = [64, 36, 10]
  const pictures = await page.evaluate<string[]>(`Array.from({ length: ${count} }, (_, at) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const pen = canvas.getContext('2d')
    pen.fillStyle = 'hsl(' + (${newHue()} + at * 30) + ' 60% 45%)'
    pen.fillRect(0, 0, ${width}, ${height})
    return canvas.toDataURL('image/jpeg').split(',')[1]
  })`)
  const frames = pictures.map((picture) => Buffer.from(picture, 'base64'))
  const largest = Math.max(...frames.map(({ length }) => length))
  const kind = Buffer.from('MJPG', 'latin1').readUInt32LE()
  // https://learn.microsoft.com/en-us/windows/win32/directshow/avi-riff-file-reference
  const main = chunk(
    'avih',
    words(100_000, largest * 10, 0, 0, count, 0, 1, largest, width, height, 0, 0, 0, 0),
  )
  const stream = chunk(
    'strh',
    Buffer.from('vidsMJPG', 'latin1'),
    words(0, 0, 0, 1, frames_a_second, 0, count, largest, 0xffffffff, 0, 0, (height << 16) | width),
  )
  const look = chunk('strf', words(40, width, height, (24 << 16) | 1, kind, width * height * 3, 0, 0, 0, 0))
  const movie = list('movi', ...frames.map((frame) => chunk('00dc', frame)))
  const content = [list('hdrl', main, list('strl', stream, look)), movie]
  const file = chunk('RIFF', Buffer.from('AVI ', 'latin1'), ...content)
  return { name: `${name}.avi`, mimeType: 'video/x-msvideo', buffer: file }
}
