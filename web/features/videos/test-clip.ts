const size = { width: 64, height: 36 }
const frames = 10
const frame_s = 0.04
const bits_per_second = 100_000

/**
 * A real video of a moment: the smallest that storage and server can be tried with. It is encoded picture by picture,
 * since a recording in real time holds little or nothing on a busy machine. No two are alike: the library keeps the same
 * file once.
 *
 * @throws where the browser encodes no video
 */
export async function createTestClip(): Promise<File> {
  const bunny = await import('mediabunny')
  const format = new bunny.WebMOutputFormat()
  const codec = await bunny.getFirstEncodableVideoCodec(format.getSupportedVideoCodecs(), size)
  if (!codec) throw new Error('This browser encodes no video.')
  const target = new bunny.BufferTarget()
  const output = new bunny.Output({ format, target })
  const canvas = new OffscreenCanvas(size.width, size.height)
  const pictures = new bunny.CanvasSource(canvas, { codec, bitrate: bits_per_second })
  output.addVideoTrack(pictures)
  output.setMetadataTags({ title: crypto.randomUUID() })
  await output.start()
  const pen = canvas.getContext('2d')!
  for (let frame = 0; frame < frames; frame++) {
    pen.fillStyle = `hsl(${(frame * 360) / frames} 50% 50%)`
    pen.fillRect(0, 0, size.width, size.height)
    await pictures.add(frame * frame_s, frame_s)
  }
  await output.finalize()
  return new File([target.buffer!], 'small-test-upload.webm', { type: 'video/webm' })
}
