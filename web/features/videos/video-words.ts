import type { Tone } from '../../ui/plain/badge.tsx'
import { durationText, formatName, savedPercent, sizeText } from './video-file-rules.ts'
import type { CompressionNote } from './resumable-video-upload.ts'
import type { NotCompressedReason } from './video-compression.ts'
import type { Video } from './video-operations.ts'

export const stateWords: Record<Video['state'], { label: string; tone: Tone }> = {
  playable: { label: 'Playable', tone: 'ok' },
  waiting: { label: 'Not playable yet', tone: 'warn' },
  failed: { label: 'Not playable', tone: 'bad' },
}

/** Length, size and format in one line: '0:42, 3.1 MB, MP4'. */
export const factsOf = ({ duration, bytes, format }: Pick<Video, 'duration' | 'bytes' | 'format'>): string =>
  [duration === null ? null : durationText(duration), sizeText(bytes), formatName(format)]
    .filter(Boolean)
    .join(', ')

const notCompressedWords: Record<NotCompressedReason, string> = {
  'small-already': 'Not compressed: it is already small enough.',
  'not-possible-here': 'Not compressed: this browser cannot compress it without losing part of it.',
  'would-grow': 'Not compressed: it would not be smaller.',
  skipped: 'Not compressed.',
}

/** Which of both was sent, and how much was saved. */
export const compressionText = ({ bytes, before, why }: CompressionNote): string =>
  before === null
    ? `${notCompressedWords[why ?? 'skipped']} ${sizeText(bytes)}.`
    : `Compressed: ${sizeText(bytes)} in place of ${sizeText(before)} (${savedPercent(before, bytes)}% saved).`
