import { parse } from 'yaml'
import { z } from 'zod'

const Scene = z.strictObject({
  seconds: z.number().min(1).max(20),
  heading: z.string(),
  says: z.string(),
  /** In smaller letters below the heading. */
  note: z.string().optional(),
  picture: z.string().optional(),
  /** A viewBox: x, y, width, height. */
  from: z
    .string()
    .regex(/^\d+( \d+){3}$/)
    .optional(),
})
const Storyboard = z.strictObject({
  title: z.string(),
  /** Treatment subtypes of the library whose texts show the clip. */
  subtypes: z.array(z.string()).default([]),
  scenes: z.array(Scene).min(1),
})
export type Storyboard = z.infer<typeof Storyboard>

/** 960 by 540 is sharp on a phone. */
export const clipSize = { width: 960, height: 540 }

/** In which second its still picture is taken, as of the videos that practices upload. */
export const posterSecond = 2

/** @throws where the text is no storyboard */
export const parseStoryboard = (text: string): Storyboard => Storyboard.parse(parse(text))

const formatVttTime = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`

/** The captions of a clip as WebVTT: each scene says its sentences for as long as it is shown. */
export function buildCaptions({ scenes }: Storyboard): string {
  let at = 0
  const cues = scenes.map(({ seconds, says }) => {
    const cue = `${formatVttTime(at)} --> ${formatVttTime(at + seconds)}\n${says}\n`
    at += seconds
    return cue
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

export const clipSeconds = ({ scenes }: Storyboard): number =>
  scenes.reduce((all, { seconds }) => all + seconds, 0)

/** What a clip says, a paragraph for each scene. */
export const buildTranscript = ({ scenes }: Storyboard): string =>
  scenes.map(({ says }) => `${says}\n`).join('\n')
