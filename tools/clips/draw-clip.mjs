import { BufferTarget, CanvasSource, Mp4OutputFormat, Output } from './mediabunny.mjs'

/** Runs in the browser: draws every frame and encodes it. Answers the file and its still picture as base64. */
export async function drawClip({ scenes, look }) {
  const { width, height, framesPerSecond, bitsPerSecond, fadeSeconds, stillSecond } = look
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const pictures = await Promise.all(
    scenes.map(async ({ picture }) => {
      if (picture === null) return null
      const image = new Image()
      image.src = picture
      await image.decode()
      return image
    }),
  )

  function drawHeading(text, left, middle, room) {
    pen.fillStyle = '#0b5563'
    pen.font = '600 44px "Liberation Sans", Arial, sans-serif'
    pen.textBaseline = 'middle'
    const lines = []
    for (const word of text.split(' ')) {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ')
      if (lines.length > 0 && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const first = middle - ((lines.length - 1) * 56) / 2
    for (const [at, line] of lines.entries()) pen.fillText(line, left, first + at * 56)
  }

  function drawScene(at, opacity) {
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
    drawHeading(scenes[at].heading, picture ? 520 : 120, height / 2, picture ? 400 : 720)
    if (scenes[at].note) {
      pen.fillStyle = '#51646d'
      pen.font = '400 28px "Liberation Sans", Arial, sans-serif'
      pen.fillText(scenes[at].note, picture ? 520 : 120, height / 2 + 110)
    }
    pen.globalAlpha = 1
  }

  /** As browsers make the thumbnail of a video that is uploaded (specification section 9). */
  function smallPicture() {
    const small = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    small.getContext('2d').drawImage(canvas, 0, 0, 320, 180)
    return small.toDataURL('image/jpeg', 0.8).split(',')[1]
  }

  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new CanvasSource(canvas, { codec: 'avc', bitrate: bitsPerSecond, keyFrameInterval: 4 })
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  let frame = 0
  let still = ''
  for (const [at, { seconds }] of scenes.entries()) {
    for (let passed = 0; passed < seconds * framesPerSecond; passed++, frame++) {
      drawScene(Math.max(0, at - 1), 1)
      drawScene(at, at === 0 ? 1 : Math.min(1, (passed + 1) / (fadeSeconds * framesPerSecond)))
      await source.add(frame / framesPerSecond, 1 / framesPerSecond)
      if (frame === stillSecond * framesPerSecond) still = smallPicture()
    }
  }
  await output.finalize()
  const bytes = new Uint8Array(target.buffer)
  let binary = ''
  for (let from = 0; from < bytes.length; from += 0x80_00)
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x80_00))
  return { video: btoa(binary), still }
}
