import type { Locator } from '@playwright/test'

/** What a browser has for pasting, which the types of Node do not know. */
type ClipboardContent = {
  DataTransfer: new () => { setData(type: string, data: string): void }
  ClipboardEvent: new (type: string, init: object) => Event
}

/** Pastes HTML into a field, as from a web page or a word processor. */
export const pasteHtml = (field: Locator, html: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as ClipboardContent
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
