// Runs as a process apart, started by `pdf-pages.ts` for files of somebody else, one after the other: what it costs to read
// them ends here.
import { PDF } from '@libpdf/core'
import type { PdfCheck } from './pdf-pages.ts'
import { hasActiveContent } from './pdf-active-content.ts'

async function readingOf(bytes: Uint8Array): Promise<PdfCheck> {
  try {
    const document = await PDF.load(bytes)
    if (document.isEncrypted) return 'pdf-locked'
    const pages = document.getPageCount()
    if (pages === 0) return 'file-damaged'
    return hasActiveContent(document, bytes) ? 'pdf-active' : pages
  } catch {
    return 'file-damaged'
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (bytes: Uint8Array) => {
  // Nobody is there to be told when the parent was killed meanwhile.
  void readingOf(bytes).then((reading) => process.send?.(reading, undefined, undefined, () => {}))
})
