import type { StorageCode } from '../../../contract/storage-codes.ts'
import type { Files } from '../../platform/files/files.ts'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import type { VideoSide } from './video-store.ts'

/** What the operations on videos work with. */
export type VideoDeps = {
  /** Signs the addresses of files. */
  addressKey: Uint8Array
  folder: UploadFolder
  files: Files
  store: 'disk' | 'object store'
  /** Whether files are scanned for malware before anybody is given them. */
  isScanned: boolean
  /** Whether this server has ffmpeg. */
  canTranscode: boolean
  /** Whether a template that is used shows the video; templates know. */
  isInTemplate(scope: VideoSide, videoId: string): Promise<boolean>
  codeOfFault(error: unknown): StorageCode
}
