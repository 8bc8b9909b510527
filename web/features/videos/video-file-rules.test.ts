import { expect, test } from 'vitest'
import { heicInsteadOfVideoMessage } from '../../../contract/file-problems.ts'
import {
  durationText,
  formatName,
  safeVideoName,
  savedPercent,
  sizeText,
  videoFileProblem,
  videoTypeOf,
} from './video-file-rules.ts'

const MB = 1024 * 1024
const unsupported = 'Unsupported video format. Please use MP4, WebM, MOV, or AVI.'
const tooLarge = 'Video file size must be less than 100 MB.'
const tooLong = 'Video file name must be less than 100 characters.'
const longName = (length: number) => `${'n'.repeat(length - 4)}.mp4`

test.each([
  ['an mp4', { name: 'crown.mp4', type: 'video/mp4', size: MB }, null],
  ['a webm', { name: 'crown.webm', type: 'video/webm', size: MB }, null],
  ['a mov', { name: 'crown.mov', type: 'video/quicktime', size: MB }, null],
  ['an avi', { name: 'crown.avi', type: 'video/x-msvideo', size: MB }, null],
  ['an avi of another system', { name: 'crown.avi', type: 'video/avi', size: MB }, null],
  ['a file without a type, by its ending', { name: 'Crown.AVI', type: '', size: MB }, null],
  ['a text without a type', { name: 'crown.txt', type: '', size: MB }, unsupported],
  ['another video', { name: 'crown.mkv', type: 'video/x-matroska', size: MB }, unsupported],
  ['a picture that ends as a video', { name: 'crown.mp4', type: 'image/png', size: MB }, unsupported],
  ['a photo of an iPhone', { name: 'IMG_1.HEIC', type: 'image/heic', size: MB }, heicInsteadOfVideoMessage],
  [
    'a series of them',
    { name: 'IMG_1.heics', type: 'image/heic-sequence', size: MB },
    heicInsteadOfVideoMessage,
  ],
  [
    'one whose type is not known',
    { name: 'IMG_1.heif', type: '', size: 101 * MB },
    heicInsteadOfVideoMessage,
  ],
  ['exactly 100 MB', { name: 'crown.mp4', type: 'video/mp4', size: 104_857_600 }, null],
  ['a byte more', { name: 'crown.mp4', type: 'video/mp4', size: 104_857_601 }, tooLarge],
  ['a name of 100', { name: longName(100), type: 'video/mp4', size: MB }, null],
  ['a name of 101', { name: longName(101), type: 'video/mp4', size: MB }, tooLong],
  ['all at once: the type', { name: longName(101), type: 'text/plain', size: 101 * MB }, unsupported],
  ['size and name: the size', { name: longName(101), type: 'video/mp4', size: 101 * MB }, tooLarge],
])('%s', (_, file, problem) => expect(videoFileProblem(file)).toBe(problem))

test('names, types and figures as people read them', () => {
  expect(safeVideoName('Crown prep (final) é.v2-1.mp4')).toBe('Crown_prep__final___.v2-1.mp4')
  expect(videoTypeOf({ name: 'a.MOV', type: '' })).toBe('video/quicktime')
  expect(formatName('video/quicktime')).toBe('MOV')
  expect(formatName('video/ogg')).toBe('video/ogg')
  expect([0, 5, 59.6, 65, 3661].map(durationText)).toEqual(['0:00', '0:05', '1:00', '1:05', '61:01'])
  expect([0, 900, 1536, 104_857_600].map(sizeText)).toEqual(['0 bytes', '900 bytes', '1.5 kB', '100 MB'])
  expect([savedPercent(100, 25), savedPercent(100, 120), savedPercent(0, 0)]).toEqual([75, 0, 0])
})
