const width = 64
const height = 36
const clip_ms = 400

/** A real video of a moment, recorded from a canvas: the smallest that storage and server can be tried with. */
export async function makeTestClip(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  // A canvas that stands still is recorded as nothing at all.
  const drawing = setInterval(() => {
    if (!pen) return
    pen.fillStyle = `hsl(${performance.now() % 360} 50% 50%)`
    pen.fillRect(0, 0, width, height)
  }, 40)
  await new Promise((resolve) => setTimeout(resolve, clip_ms))
  clearInterval(drawing)
  recorder.stop()
  await stopped
  return new File(parts, 'small-test-upload.webm', { type: 'video/webm' })
}
