// Runs as a process of its own, started by `pdf-pages.ts` for one file of somebody else: what it costs to read ends here.
import { PDF } from '@libpdf/core'

async function pagesOf(bytes: Uint8Array): Promise<number | null> {
  try {
    const document = await PDF.load(bytes)
    const pages = document.getPageCount()
    return document.isEncrypted || pages === 0 ? null : pages
  } catch {
    return null
  }
}

process.on('disconnect', () => process.exit())
process.once('message', (bytes: Uint8Array) => {
  // Nobody is there to be told when the parent was killed meanwhile.
  void pagesOf(bytes).then((pages) => process.send?.(pages, undefined, undefined, () => {}))
})
