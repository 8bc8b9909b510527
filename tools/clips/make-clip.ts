/**
 * Draws and encodes a clip of our own from its storyboard in content/videos: `npm run clip -- NAME`. Done
 * when a clip is written, not in the build: the MP4, a still picture,
 * its captions and its transcript are kept beside the storyboard. A
 * browser draws the scenes and encodes them as H.264, so nothing needs to be installed that the journeys do not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../system-programs.ts'
import {
  buildCaptions,
  clipSize,
  parseStoryboard,
  posterSecond,
  buildTranscript,
  type Storyboard,
} from './clip-storyboard.ts'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z-]+$/.test(name)) throw new Error('Say which clip: npm run clip -- NAME')

const root = fileURLToPath(new URL('../../', import.meta.url))
const clipFile = (ending: string) => `${root}content/videos/${name}.${ending}`

/** Drawings that stand still for seconds. */
const clipStyle = {
  ...clipSize,
  stillSecond: posterSecond,
  framesPerSecond: 12,
  bitsPerSecond: 90_000,
  fadeSeconds: 0.4,
}

const svgDataUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** A picture of ours, or the part of it that a scene shows, with a size: a canvas asks for one. */
function loadPicture({ picture, from }: Storyboard['scenes'][number]): string | null {
  if (!picture) return null
  const svg = readFileSync(`${root}content/pictures/${picture}.svg`, 'utf8')
  const box = from ?? /viewBox="([^"]+)"/.exec(svg)![1]!
  const [, , width, height] = box.split(' ').map(Number) as [number, number, number, number]
  const sized = `viewBox="${box}" width="${width * 4}" height="${height * 4}"`
  return svgDataUrl(svg.replace(/viewBox="[^"]+"/, sized))
}

const clipStoryboard = parseStoryboard(readFileSync(clipFile('yaml'), 'utf8'))
const executablePath = findChromium()
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage()
  const library = readFileSync(
    new URL('../../bundles/mediabunny.mjs', import.meta.resolve('mediabunny')),
    'utf8',
  )
  const drawing = readFileSync(new URL('./draw-clip.mjs', import.meta.url), 'utf8')
  // A made-up secure address: encoders are for secure pages alone.
  await page.route('https://clips.invalid/**', (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({
          contentType: 'text/javascript',
          body: route.request().url().endsWith('/draw-clip.mjs') ? drawing : library,
        })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Clip</title>' }),
  )
  await page.goto('https://clips.invalid/')
  const scenes = clipStoryboard.scenes.map((scene) => ({
    ...{ seconds: scene.seconds, heading: scene.heading, note: scene.note ?? '' },
    picture: loadPicture(scene),
  }))
  const asked = JSON.stringify({ scenes, look: clipStyle })
  const drawn = `import('/draw-clip.mjs').then(({ drawClip }) => drawClip(${asked}))`
  const { video, still } = await page.evaluate<{ video: string; still: string }>(drawn)
  const file = Buffer.from(video, 'base64')
  writeFileSync(clipFile('mp4'), file)
  writeFileSync(clipFile('jpg'), Buffer.from(still, 'base64'))
  writeFileSync(clipFile('vtt'), buildCaptions(clipStoryboard))
  writeFileSync(clipFile('txt'), buildTranscript(clipStoryboard))
  console.log(`${clipFile('mp4')}: ${file.length} bytes`)
} finally {
  await browser.close()
}
