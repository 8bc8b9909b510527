import type { UploadFolder } from '../../platform/files/upload-folder.ts'

type Row = Record<string, unknown>

/**
 * Which file a row of `videos` stands for in an export of its practice: the one that was uploaded, since what was made of
 * it to be played can be made again. Until the store has it, it lies where it arrived.
 */
export const storedVideoFiles = (folder: UploadFolder) => ({
  table: 'videos',
  fileOf({ public_id: publicId, name, bytes, sha256, upload_id: uploadId, scan }: Row) {
    // What malware was found in is given to nobody.
    if (scan === 'removed' || scan === 'quarantined') return null
    return {
      storedAs: String(publicId),
      name: String(publicId),
      title: String(name),
      arrivedAt: typeof uploadId === 'string' ? folder.fileOf(uploadId) : null,
      // Videos of many gigabytes may be more than one ZIP holds; everything else has to be in it.
      mayBeLeftOut: { bytes: Number(bytes), sha256: String(sha256) },
    }
  },
})
