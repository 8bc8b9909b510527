import { sizeText } from './video-file-rules.ts'
import { uploadEndpoint, videoOperations } from './video-operations.ts'
import { createTestClip } from './test-clip.ts'
import { sendVideo } from './tus-upload.ts'

/** Sends a small video the whole way, into the library and out of it again; says each step as it is done. */
export async function testUpload(onStep: (words: string) => void): Promise<void> {
  const clip = await createTestClip()
  onStep(`Made a video of ${sizeText(clip.size)}`)
  const uploadId = await uploadTestClip(clip)
  onStep('Uploaded it')
  const { id, publicId } = await videoOperations('admin').finish({ uploadId })
  onStep(`Stored it as ${publicId}`)
  await videoOperations('admin').remove({ videoId: id })
  onStep('Removed it')
}

async function uploadTestClip(clip: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  await sendVideo(
    { content: clip, name: clip.name, type: clip.type, endpoint: uploadEndpoint('admin'), url: null },
    {
      onBegun: () => {},
      onProgress: () => {},
      onWaiting: () => {},
      onDone: resolve,
      onFailure: (reason) => reject(new Error(reason)),
    },
  )
  return promise
}

/** What somebody who looks for a fault wants to know of this browser and this storage. */
export async function debugInfo(): Promise<Record<string, string>> {
  const { bytes, allowed, canTranscode } = await videoOperations('admin').usage({})
  const estimate = await navigator.storage.estimate()
  return {
    'Uploads to': uploadEndpoint('admin'),
    'Videos stored': `${sizeText(bytes)}${allowed === null ? '' : ` of ${sizeText(allowed)}`}`,
    'Server makes AVI playable': canTranscode ? 'Yes' : 'No',
    'Browser encodes video': typeof VideoEncoder === 'undefined' ? 'No' : 'Yes',
    'Browser is online': navigator.onLine ? 'Yes' : 'No',
    'Browser keeps': `${sizeText(estimate.usage ?? 0)} of ${sizeText(estimate.quota ?? 0)}`,
  }
}
