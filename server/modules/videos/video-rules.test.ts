import { describe, expect, it, test } from 'vitest'
import { videoSignatures } from '../../testing/test-upload.ts'
import { isValidSignature, readGrant, signVideoAddress } from './video-addresses.ts'
import { findCaptionError } from './video-captions.ts'
import {
  estimatedCost,
  initialState,
  formatOf,
  isPlayableAsIs,
  refusalOfFile,
  safeName,
  storedName,
} from './video-rules.ts'

const headerBytes = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1')

describe('what a file is', () => {
  test.each<[string, Buffer, string | null]>([
    ['an MP4', videoSignatures.mp4, 'video/mp4'],
    ['an MP4 by a later brand', headerBytes('\0\0\0\x18ftypXXXX\0\0\0\0mp42avc1'), 'video/mp4'],
    ['a QuickTime', videoSignatures.mov, 'video/quicktime'],
    ['a QuickTime of before brands', headerBytes('\0\0\x10\0moov\0\0\0\x6cmvhd'), 'video/quicktime'],
    ['a WebM', videoSignatures.webm, 'video/webm'],
    ['an AVI', videoSignatures.avi, 'video/x-msvideo'],
    ['a Matroska', headerBytes('\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska'), null],
    ['a WAV', headerBytes('RIFF\0\0\0\0WAVEfmt '), null],
    ['a WebP', headerBytes('RIFF\0\0\0\0WEBPVP8 '), null],
    ['a picture of a phone', headerBytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), null],
    ['a series of pictures', headerBytes('\0\0\0\x1cftyphevc\0\0\0\0msf1hevciso8'), null],
    ['sound alone', headerBytes('\0\0\0\x18ftypM4A \0\0\0\0M4A '), null],
    ['a program', videoSignatures.exe, null],
    ['a page', headerBytes('<!doctype html><script>'), null],
    ['a playlist', headerBytes('#EXTM3U\n#EXT-X-VERSION:3\n'), null],
    ['too short to tell', Buffer.from('RIFF'), null],
    ['too short to hold a number', Buffer.from([0x1a, 0x45]), null],
    ['a WebM of which nothing is there', Buffer.from('\x1a\x45\xdf\xa3webm', 'latin1'), null],
  ])('%s', (_what, bytes, expected) => expect(formatOf(bytes)).toBe(expected))
})

describe('a file by what is said of it', () => {
  const file = { bytes: 500, fileName: 'a.mp4', fileType: 'video/mp4' }
  test.each([
    [{}, null],
    [{ fileType: 'video/avi', fileName: 'a.avi' }, null],
    [{ fileType: '', fileName: 'A.MOV' }, null],
    [{ fileType: '', fileName: 'a' }, 'format-unsupported'],
    [{ fileType: 'constructor' }, 'format-unsupported'],
    [{ fileType: 'image/heic', fileName: 'IMG_0001.HEIC' }, 'heic-photo'],
    [{ fileType: '', fileName: 'IMG_0001.heif' }, 'heic-photo'],
    [{ fileType: 'video/mp4', fileName: 'IMG_0001.heic' }, null],
    [{ bytes: 104_857_600, fileName: 'n'.repeat(100) }, null],
    [{ bytes: 104_857_601, fileName: 'n'.repeat(101) }, 'file-too-large'],
    [{ fileName: 'n'.repeat(101) }, 'name-too-long'],
    [{ bytes: 104_857_601, fileType: 'text/plain' }, 'format-unsupported'],
  ])('%j: %s', (said, expected) => expect(refusalOfFile({ ...file, ...said })).toBe(expected))
})

it('is stored under its time and a name without anything strange', () => {
  expect(safeName('../ä b\0_(1).mp4')).toBe('..___b___1_.mp4')
  expect(storedName(new Date(1_795_330_000_000), 'a b.mp4', 2)).toBe('videos/1795330000002_a_b.mp4')
})

it('costs what it keeps and shows', () => {
  expect(estimatedCost(1024 ** 3)).toBe(0.14)
})

it('waits where browsers cannot play it, with the reason', () => {
  expect(initialState('video/mp4', false).state).toBe('playable')
  expect(initialState('video/x-msvideo', true)).toMatchObject({ state: 'waiting', stateReason: /converted/ })
  expect(initialState('video/x-msvideo', false).stateReason).toContain('no ffmpeg')
})

test.each([
  ['H.264 with AAC', 'video/mp4', { videoCodec: 'h264', audioCodec: 'aac' }, true],
  ['without sound', 'video/mp4', { videoCodec: 'h264', audioCodec: '' }, true],
  ['HEVC of a phone', 'video/quicktime', { videoCodec: 'hevc', audioCodec: 'aac' }, false],
  ['HEVC in MP4', 'video/mp4', { videoCodec: 'hevc', audioCodec: 'aac' }, false],
  ['VP9', 'video/webm', { videoCodec: 'vp9', audioCodec: 'opus' }, true],
  ['more lines than are shown', 'video/mp4', { videoCodec: 'h264', audioCodec: 'aac', height: 1080 }, false],
  ['an AVI', 'video/x-msvideo', { videoCodec: 'h264', audioCodec: 'aac' }, false],
] as const)('needs nothing made of it: %s', (_what, format, streams, expected) => {
  expect(isPlayableAsIs(format, { width: 1280, height: 720, ...streams })).toBe(expected)
})

const cue = '00:01.000 --> 00:04.000\nFirst we make it numb.'
test.each<[string, string, { line: number; fault: RegExp } | null]>([
  ['nothing', '  \n', null],
  ['one', `WEBVTT\n\n${cue}\n`, null],
  [
    'with line ends of Windows and a mark',
    `\uFEFFWEBVTT Kind: captions\r\n\r\n${cue.replaceAll('\n', '\r\n')}\r\n`,
    null,
  ],
  [
    'with names, notes and settings',
    `WEBVTT\n\nNOTE by us\n\n1\n00:00:01.000 --> 00:00:04.000 align:start line:0\nHello\n\nSTYLE\n::cue {}\n`,
    null,
  ],
  ['no head', cue, { line: 1, fault: /WEBVTT/ }],
  ['no empty line below the head', `WEBVTT\n${cue}`, { line: 2, fault: /empty line/ }],
  ['no caption', 'WEBVTT\n\n', { line: 3, fault: /no caption/ }],
  [
    'a comma of SRT',
    `WEBVTT\n\n1\n00:00:01,000 --> 00:00:04,000\nHello`,
    { line: 4, fault: /cannot be read/ },
  ],
  ['no time', 'WEBVTT\n\nHello there', { line: 3, fault: /time is missing/ }],
  [
    'the end before the beginning',
    'WEBVTT\n\n00:05.000 --> 00:04.000\nx',
    { line: 3, fault: /end must come after/ },
  ],
  [
    'out of order',
    `WEBVTT\n\n00:05.000 --> 00:06.000\nx\n\n${cue}`,
    { line: 6, fault: /before the one above/ },
  ],
  ['no words', 'WEBVTT\n\n00:05.000 --> 00:06.000', { line: 3, fault: /caption is empty/ }],
  ['two in one', `WEBVTT\n\n${cue}\n00:05.000 --> 00:06.000\nx`, { line: 5, fault: /empty line/ }],
  [
    'a setting that is none',
    'WEBVTT\n\n00:05.000 --> 00:06.000 colour:red\nx',
    { line: 3, fault: /setting/ },
  ],
])('captions: %s', (_what, text, expected) => {
  const found = findCaptionError(text)
  if (!expected) return expect(found).toBeNull()
  expect(found).toEqual({ line: expected.line, fault: expect.stringMatching(expected.fault) })
})

describe('an address', () => {
  const key = new Uint8Array(32).fill(7)
  const videoId = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311'
  const grants = [
    { for: 'staff', clinicId: videoId },
    { for: 'admin' },
    { for: 'link', clinicId: videoId, linkId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312' },
  ] as const
  const now = new Date('2026-11-22T07:00:01Z')
  const read = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    const [, , , id, kind] = pathname.split('/')
    const said = { grant: searchParams.get('grant')!, expires: Number(searchParams.get('expires')) }
    return { videoId: id!, kind: kind!, ...said, signature: searchParams.get('signature')! }
  }

  it.each(grants)('names for whom it is: %j', (grant) => {
    const signed = read(signVideoAddress(key, { videoId, kind: 'file', grant, now }))
    expect(readGrant(signed.grant)).toEqual(grant)
    expect(isValidSignature(key, signed)).toBe(true)
    for (const change of [
      { videoId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c313' },
      { kind: 'original' },
      { grant: 'staff.0199d6f2-7c1e-7b3a-9a52-4f1de8a0c313' },
      { expires: signed.expires + 1 },
      { signature: '' },
    ])
      expect(isValidSignature(key, { ...signed, ...change }), JSON.stringify(change)).toBe(false)
    expect(isValidSignature(new Uint8Array(32), signed)).toBe(false)
  })

  it('is the same for a quarter of an hour, so that browsers find what they kept', () => {
    const at = (time: string, kind: 'file' | 'captions') =>
      signVideoAddress(key, { videoId, kind, grant: grants[1], now: new Date(time) })
    expect(at('2026-11-22T07:00:01Z', 'file')).toBe(at('2026-11-22T07:14:59Z', 'file'))
    expect(at('2026-11-22T07:00:01Z', 'captions')).not.toBe(at('2026-11-22T07:00:02Z', 'captions'))
  })

  it.each(['', 'staff', 'staff.1', 'link.a.b', 'admin.x', 'none'])('for %j is for nobody', (text) => {
    expect(readGrant(text)).toBeNull()
  })
})
