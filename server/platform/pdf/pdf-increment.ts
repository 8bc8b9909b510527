import type { PDF } from '@libpdf/core'

/**
 * Saves the changes made to a document behind its original bytes, which stay as they are.
 * @param original the bytes the document was loaded from
 * @throws Error when the library would have rewritten the file instead, which breaks every earlier seal
 */
export async function saveIncrement(document: PDF, original: Uint8Array): Promise<Buffer> {
  const { buffer, byteOffset, length } = await document.save({ incremental: true, compressStreams: false })
  const saved = Buffer.from(buffer, byteOffset, length)
  if (!saved.subarray(0, original.length).equals(original)) {
    throw new Error('the PDF cannot be changed without rewriting it')
  }
  return saved
}
