/**
 * Draws and encodes a clip of our own from its storyboard in content/videos: `node tools/clips/make-clip.ts NAME`. Done
 * when a clip is written, not in the build: the MP4, its captions and its transcript are kept beside the storyboard. A
 * browser draws the scenes and encodes them as H.264, so nothing needs to be installed that the journeys do not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { findChromium } from '../system-programs.ts'
import { captionsOf, readStoryboard, transcriptOf, type Storyboard } from './clip-storyboard.ts'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z-]+$/.test(name)) throw new Error('Say which clip: node tools/clips/make-clip.ts NAME')

const root = fileURLToPath(new URL('../../', import.meta.url))
const fileOf = (ending: string) => `${root}content/videos/${name}.${ending}`

/** 960 by 540 is sharp on a phone; these are drawings that stand still for seconds. */
const look = { width: 960, height: 540, framesPerSecond: 12, bitsPerSecond: 90_000, fadeSeconds: 0.4 }

const dataOf = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** A picture of ours, or the part of it that a scene shows, with a size: a canvas asks for one. */
function pictureOf({ picture, from }: Storyboard['scenes'][number]): string | null {
  if (!picture) return null
  const svg = readFileSync(`${root}content/pictures/${picture}.svg`, 'utf8')
  const box = from ?? /viewBox="([^"]+)"/.exec(svg)![1]!
  const [, , width, height] = box.split(' ').map(Number) as [number, number, number, number]
  const sized = `viewBox="${box}" width="${width * 4}" height="${height * 4}"`
  return dataOf(svg.replace(/viewBox="[^"]+"/, sized))
}

/** Runs in the browser: draws every frame and encodes it. Answers the file as base64. */
async function drawClip(told: {
  scenes: { seconds: number; heading: string; picture: string | null }[]
  look: typeof look
}): Promise<string> {
  const { scenes, look } = told
  const { width, height, framesPerSecond, bitsPerSecond, fadeSeconds } = look
  const library = '/mediabunny.mjs'
  const { Output, Mp4OutputFormat, BufferTarget, CanvasSource } = (await import(
    library
  )) as typeof import('mediabunny')
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')!
  const pictures = await Promise.all(
    scenes.map(async ({ picture }) => {
      if (picture === null) return null
      const image = new Image()
      image.src = picture
      await image.decode()
      return image
    }),
  )

  function drawHeading(text: string, left: number, middle: number, room: number) {
    pen.fillStyle = '#0b5563'
    pen.font = '600 44px "Liberation Sans", Arial, sans-serif'
    pen.textBaseline = 'middle'
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ')
      if (lines.length > 0 && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const first = middle - ((lines.length - 1) * 56) / 2
    for (const [at, line] of lines.entries()) pen.fillText(line, left, first + at * 56)
  }

  function drawScene(at: number, opacity: number) {
    const picture = pictures[at]
    pen.globalAlpha = opacity
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#0b5563'
    pen.fillRect(0, height - 8, width, 8)
    if (picture) {
      const scale = Math.min(400 / picture.width, 440 / picture.height)
      const [wide, high] = [picture.width * scale, picture.height * scale]
      pen.drawImage(picture, 60 + (400 - wide) / 2, (height - high) / 2, wide, high)
    }
    drawHeading(scenes[at]!.heading, picture ? 520 : 120, height / 2, picture ? 400 : 720)
    pen.globalAlpha = 1
  }

  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new CanvasSource(canvas, { codec: 'avc', bitrate: bitsPerSecond, keyFrameInterval: 4 })
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  let frame = 0
  for (const [at, { seconds }] of scenes.entries()) {
    for (let passed = 0; passed < seconds * framesPerSecond; passed++, frame++) {
      drawScene(Math.max(0, at - 1), 1)
      drawScene(at, at === 0 ? 1 : Math.min(1, (passed + 1) / (fadeSeconds * framesPerSecond)))
      await source.add(frame / framesPerSecond, 1 / framesPerSecond)
    }
  }
  await output.finalize()
  const bytes = new Uint8Array(target.buffer!)
  let binary = ''
  for (let from = 0; from < bytes.length; from += 0x80_00)
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x80_00))
  return btoa(binary)
}

const board = readStoryboard(readFileSync(fileOf('yaml'), 'utf8'))
const executablePath = findChromium()
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage()
  const library = readFileSync(
    new URL('../../bundles/mediabunny.mjs', import.meta.resolve('mediabunny')),
    'utf8',
  )
  // A made-up secure address: encoders are for secure pages alone.
  await page.route('https://clips.invalid/**', (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: library })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Clip</title>' }),
  )
  await page.goto('https://clips.invalid/')
  const scenes = board.scenes.map((scene) => ({
    ...{ seconds: scene.seconds, heading: scene.heading },
    picture: pictureOf(scene),
  }))
  const file = Buffer.from(await page.evaluate(drawClip, { scenes, look }), 'base64')
  writeFileSync(fileOf('mp4'), file)
  writeFileSync(fileOf('vtt'), captionsOf(board))
  writeFileSync(fileOf('txt'), transcriptOf(board))
  console.log(`${fileOf('mp4')}: ${file.length} bytes`)
} finally {
  await browser.close()
}
