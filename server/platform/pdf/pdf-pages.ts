import { PDF } from '@libpdf/core'

/** How many pages a PDF has that anybody can open; null where it is none, or locked with a password. */
export async function pageCountOf(bytes: Uint8Array): Promise<number | null> {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null
  try {
    const document = await PDF.load(bytes)
    const pages = document.getPageCount()
    return document.isEncrypted || pages === 0 ? null : pages
  } catch {
    return null
  }
}
