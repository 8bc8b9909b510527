import { storage_retry_ms_max, storage_upload_retry_ms_max } from '../contract/limits.ts'
import type { Config } from './config.ts'
import { openFileFolder } from './platform/files/file-folder.ts'
import { openFiles, type FileStore } from './platform/files/files.ts'
import { layeredFiles } from './platform/files/layered-files.ts'

/** Where documents, pictures and videos are kept, as they lie there: encrypted, with what is from before. */
export function openStoredFiles({ objectStore, dataDir }: Config): FileStore {
  const files = openFiles(objectStore, dataDir, {
    call_ms_max: storage_retry_ms_max,
    upload_ms_max: storage_upload_retry_ms_max,
  })
  return !objectStore.off && objectStore.isSaved ? layeredFiles(files, openFileFolder(dataDir)) : files
}
